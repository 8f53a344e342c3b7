// watershed in blocks: the labels of the whole image, for any image, markers, blocks, tree and number of threads.
#include "core/box_border.h"
#include "core/box_ring.h"
#include "core/dispatch.h"
#include "registry/example.h"
#include "tools/in_blocks.h"

#include <preamar/watershed.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

namespace preamar::test {
namespace {

constexpr DType label_types[] = {DType::boolean, DType::uint8, DType::int16, DType::int32, DType::uint64};

// Noise of 1, 2, 4 or 256 levels, hills, or extreme values with NaN.
Image make_relief(DType dtype, const Shape& shape, Random& random) {
  const std::int64_t kind = random.below(6);
  if (kind == 5) return make_noise(dtype, shape, Palette::with_nan, random);
  constexpr std::int64_t levels[] = {1, 2, 4, 256};
  Image image(dtype, shape);
  const std::int64_t columns = shape[shape.rank() - 1];
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    auto* to = static_cast<T*>(image.data());
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      const double x = static_cast<double>(i % columns), y = static_cast<double>(i / columns);
      const auto hill = static_cast<std::int64_t>(60 + 9 * std::sin(x * 0.3 + y * 0.1) + 9 * std::cos(y * 0.2));
      const std::int64_t level = kind == 4 ? hill : random.below(levels[kind]);
      to[i] = static_cast<T>(dtype == DType::boolean ? level & 1 : level);
    }
  });
  return image;
}

// One marker per `spacing` cells; 0: none.
Image make_markers(DType dtype, const Shape& shape, std::int64_t spacing, Random& random) {
  Image image(dtype, shape);
  with_type(dtype, [&]<class L>(std::type_identity<L>) {
    auto* to = static_cast<L*>(image.data());
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      const bool is_marker = spacing > 0 && random.one_in(spacing);
      const auto label = static_cast<L>(dtype == DType::boolean ? 1 : 1 + random.below(9));
      to[i] = is_marker ? (std::is_signed_v<L> && random.one_in(2) ? static_cast<L>(-label) : label) : L{0};
    }
  });
  return image;
}

Image make_mask(const Shape& shape, Random& random) {
  Image mask(DType::uint8, shape);
  auto* to = static_cast<std::uint8_t*>(mask.data());
  const std::int64_t holes = random.one_in(2) ? 4 : 12;
  for (std::int64_t i = 0; i < shape.count(); ++i) to[i] = random.one_in(holes) ? 0 : 1;
  return mask;
}

struct Case {
  Image image, markers, mask;
  bool masked;
  Values options;
  Shape block;
  int threads;

  [[nodiscard]] std::vector<ConstImageView> inputs() const {
    std::vector<ConstImageView> all{image, markers};
    if (masked) all.emplace_back(mask);
    return all;
  }
  [[nodiscard]] std::string describe() const {
    return text(image.shape().text(), " ", preamar::name_of(image.dtype()), ", labels ",
                preamar::name_of(markers.dtype()), masked ? ", masked" : "", ", blocks of ", block.text(), ", ",
                threads, " threads");
  }
};

Case make_case(std::int64_t plateau, Random& random) {
  const Shape shape = random_shape(random);
  constexpr std::int64_t spacings[] = {0, 1, 3, 30, 300, 300};
  Case c;
  c.image = make_relief(static_cast<DType>(random.below(dtype_count)), shape, random);
  c.markers =
      make_markers(label_types[random.below(std::ssize(label_types))], shape, spacings[random.below(6)], random);
  c.mask = make_mask(shape, random);
  c.masked = random.one_in(2);
  c.options = {{"connectivity", 1 + random.below(shape.rank())},
               {"line", random.one_in(2)},
               {"plateau", plateau},
               {"nan", std::string("ignore")}};
  c.block = random_block(shape, random);
  c.threads = random.one_in(3) ? 3 : 1;
  return c;
}

TEST(WatershedInBlocks, reads_twice_and_writes_once_with_capped_plateaus) {
  Random random(run_seed());
  constexpr std::int64_t plateaus[] = {0, 1, 2, 5, 33};
  for (int n = 0; n < cases_of(200); ++n) {
    const std::int64_t plateau = plateaus[random.below(5)];
    const Case c = make_case(plateau, random);
    SCOPED_TRACE(text(c.describe(), ", plateau ", plateau));
    expect_same_in_blocks(operator_named("watershed"), c.inputs(), c.options, c.block, random, c.threads, 2, 1);
    if (HasFatalFailure()) return;
  }
}

TEST(WatershedInBlocks, counts_steps_of_any_plateau) {
  Random random(run_seed());
  constexpr std::int64_t plateaus[] = {-1, -1, -1, 34, 50};
  for (int n = 0; n < cases_of(100); ++n) {
    const std::int64_t plateau = plateaus[random.below(5)];
    Case c = make_case(plateau, random);
    if (plateau < 0) c.options.erase("plateau");
    SCOPED_TRACE(text(c.describe(), ", plateau ", plateau));
    const InBlocks expected = run_whole(operator_named("watershed"), c.inputs(), c.options);
    const InBlocks found =
        run_in_blocks(operator_named("watershed"), c.inputs(), c.options, c.block, random, c.threads);
    ASSERT_EQ(difference(expected.images[0], found.images[0]), "");
    ASSERT_EQ(found.counters.writes, found.counters.blocks);
    ASSERT_GE(found.counters.reads, 2 * found.counters.blocks);
  }
}

// A corridor of one value that winds inwards, with walls of a higher value between its turns.
Image make_spiral(std::int64_t side) {
  Image image(DType::uint8, {side, side});
  auto* const to = static_cast<std::uint8_t*>(image.data());
  std::memset(to, 9, static_cast<std::size_t>(side * side));
  std::int64_t y = 0, x = 0, dy = 0, dx = 1;
  const auto is_free = [&](std::int64_t row, std::int64_t column) {
    return row >= 0 && column >= 0 && row < side && column < side && to[row * side + column] == 9;
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (;;) {
      to[y * side + x] = 3;
      const bool has_wall = !is_free(y + 2 * dy, x + 2 * dx) && y + 2 * dy >= 0 && x + 2 * dx >= 0 &&
                            y + 2 * dy < side && x + 2 * dx < side;
      if (!is_free(y + dy, x + dx) || has_wall) break;
      y += dy, x += dx;
      moved = true;
    }
    const std::int64_t turn = dy;
    dy = dx, dx = -turn;
  }
  return image;
}

// The queue of blocks on one thread: all blocks once, then always the block with the smallest value that is news to it.
class QueueSimulation {
 public:
  QueueSimulation(const Image& image, const Image& markers, const blocks::Tree& tree)
      : image_(image), markers_(markers), shape_(image.shape()) {
    for (std::int64_t n = 0; n < tree.size(); ++n)
      if (const blocks::Node node = tree.node(n); node.is_block()) blocks_.push_back({.box = node.box});
  }

  [[nodiscard]] std::int64_t visits() {
    for (Block& block : blocks_) visit(block);
    for (;;) {
      Block* next = nullptr;
      std::uint64_t smallest = UINT64_MAX;
      for (Block& block : blocks_)
        for (const auto& [cell, value] : block.around)
          if (known_.contains(cell) && known_[cell] < value && known_[cell] < smallest)
            smallest = known_[cell], next = &block;
      if (!next) return visits_;
      for (auto& [cell, value] : next->around)
        if (known_.contains(cell)) value = std::min(value, known_[cell]);
      visit(*next);
    }
  }

 private:
  struct Block {
    Box box;
    std::map<std::int64_t, std::uint64_t> around{};
    bool is_visited = false;
  };

  [[nodiscard]] std::uint8_t value(std::int64_t cell) const {
    return static_cast<const std::uint8_t*>(image_.data())[cell];
  }

  void visit(Block& block) {
    ++visits_;
    const std::int64_t halo = block.is_visited ? 1 : 35;
    const Box seen = widened(block.box, {halo, halo, halo}, shape_);
    block.is_visited = true;
    const auto near = [&](std::int64_t cell, const auto& each) {
      const std::int64_t y = cell / shape_[1], x = cell % shape_[1];
      if (y > seen.begin(0)) each(cell - shape_[1]);
      if (y + 1 < seen.end(0)) each(cell + shape_[1]);
      if (x > seen.begin(1)) each(cell - 1);
      if (x + 1 < seen.end(1)) each(cell + 1);
    };
    std::map<std::int64_t, std::uint64_t> steps;
    std::set<std::pair<std::uint64_t, std::int64_t>> queue;
    const auto lower = [&](std::int64_t cell, std::uint64_t to) {
      if (steps.contains(cell) && steps[cell] <= to) return;
      steps[cell] = to;
      queue.insert({to, cell});
    };
    for (std::int64_t y = seen.begin(0); y < seen.end(0); ++y)
      for (std::int64_t x = seen.begin(1); x < seen.end(1); ++x) {
        const std::int64_t cell = y * shape_[1] + x;
        bool low = static_cast<const std::uint8_t*>(markers_.data())[cell] != 0;
        near(cell, [&](std::int64_t other) { low = low || value(other) < value(cell); });
        if (low) lower(cell, 0);
      }
    for (const auto& [cell, given] : block.around)
      if (given != UINT64_MAX) lower(cell, given);
    for (; !queue.empty(); queue.erase(queue.begin())) {
      const auto [at, cell] = *queue.begin();
      if (steps[cell] < at) continue;
      near(cell, [&](std::int64_t other) {
        if (value(other) == value(cell)) lower(other, at + 1);
      });
    }
    const auto found = [&](const Coordinates& cell) {
      const std::int64_t index = cell[0] * shape_[1] + cell[1];
      return std::pair(index, steps.contains(index) ? steps[index] : UINT64_MAX);
    };
    BoxBorder(block.box, shape_).for_each([&](const Coordinates& cell) {
      known_[found(cell).first] = found(cell).second;
    });
    BoxRing(block.box, shape_).for_each([&](const Coordinates& cell) {
      block.around[found(cell).first] = found(cell).second;
    });
  }

  const Image &image_, &markers_;
  Shape shape_;
  std::vector<Block> blocks_;
  std::map<std::int64_t, std::uint64_t> known_;  // of border cells
  std::int64_t visits_ = 0;
};

TEST(WatershedInBlocks, visits_blocks_of_deep_plateaus_as_often_as_the_queue_needs) {
  Random random(run_seed());
  bool was_read_again = false;
  for (int n = 0; n < cases_of(8); ++n) {
    const std::int64_t side = 90 + random.below(40);
    Image image = make_spiral(side), markers(DType::uint8, image.shape());
    if (n % 3 == 1) std::memset(image.data(), 3, static_cast<std::size_t>(side * side));
    auto* const labels = static_cast<std::uint8_t*>(markers.data());
    std::memset(labels, 0, static_cast<std::size_t>(side * side));
    for (std::int64_t i = 0; i < 1 + n % 3; ++i)
      labels[random.one_in(2) ? 0 : random.below(side * side)] = static_cast<std::uint8_t>(i + 1);
    const std::int64_t extent = 7 + random.below(40);
    const Values options{{"line", random.one_in(2)}, {"connectivity", std::int64_t{1}}};
    SCOPED_TRACE(text("side ", side, ", blocks of ", extent, n % 3 == 1 ? ", flat" : ", spiral"));
    const Operator& op = operator_named("watershed");
    const std::vector<ConstImageView> inputs{image, markers};
    Random for_tree = random;
    const InBlocks found = run_in_blocks(op, inputs, options, {extent, extent}, random, 1);
    ASSERT_EQ(difference(run_whole(op, inputs, options).images[0], found.images[0]), "");
    QueueSimulation queue(image, markers, blocks::Tree(image.shape(), {extent, extent}, random_cutter(for_tree)));
    ASSERT_LE(found.counters.reads, queue.visits() + found.counters.blocks);
    const InBlocks threaded = run_in_blocks(op, inputs, options, {extent, extent}, random, 3);
    ASSERT_EQ(difference(found.images[0], threaded.images[0]), "");
    was_read_again = was_read_again || found.counters.reads > 2 * found.counters.blocks;
  }
  ASSERT_TRUE(was_read_again) << "no plateau was deeper than the halo";
}

}  // namespace
}  // namespace preamar::test
