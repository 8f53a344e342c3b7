// The queue of blocks: values at borders are final whatever the blocks, threads and stored values.
#include "blocks/run/block_queue.h"

#include "blocks/workers/arena.h"
#include "core/box_border.h"
#include "core/box_ring.h"
#include "core/error_text.h"
#include "tools/blocks.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

namespace preamar::test {
namespace {

using Values64 = std::vector<std::uint64_t>;

TEST(BoxRing, lists_the_cells_around_a_box_in_raster_order) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(200); ++i) {
    const Shape image = random_shape(random), block = random_block(image, random);
    const blocks::Tree tree(image, block, random_cutter(random));
    for (std::int64_t n = 0; n < std::min<std::int64_t>(tree.size(), 20); ++n) {
      const Box box = tree.node(n).box, wide = widened(box, {1, 1, 1}, image);
      const BoxRing ring(box, image);
      std::vector<Coordinates> cells;
      ring.for_each([&](const Coordinates& cell) { cells.push_back(cell); });
      ASSERT_EQ(std::ssize(cells), ring.count());
      ASSERT_TRUE(std::ranges::is_sorted(cells));
      for (std::int64_t k = 0; k < ring.count(); ++k) ASSERT_EQ(ring.index(cells[static_cast<std::size_t>(k)]), k);
      for (const Coordinates& cell : cells) {
        bool is_inside = true;
        for (int axis = 0; axis < image.rank(); ++axis) {
          const std::int64_t at = cell[static_cast<std::size_t>(axis)];
          ASSERT_TRUE(at >= wide.begin(axis) && at < wide.end(axis));
          is_inside = is_inside && at >= box.begin(axis) && at < box.end(axis);
        }
        ASSERT_FALSE(is_inside);
      }
    }
  }
}

// Paths of steps along axes from random cells, on random costs; relaxed by repeated passes.
struct Ground {
  Shape image;
  std::vector<std::uint64_t> costs, start;  // per cell

  Ground(const Shape& shape, Random& random) : image(shape) {
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      costs.push_back(static_cast<std::uint64_t>(1 + random.below(4)));
      start.push_back(random.one_in(150) ? static_cast<std::uint64_t>(random.below(9)) : UINT64_MAX);
    }
  }
  [[nodiscard]] std::size_t index(const Coordinates& cell) const {
    std::int64_t at = 0;
    for (int axis = 0; axis < image.rank(); ++axis) at = at * image[axis] + cell[static_cast<std::size_t>(axis)];
    return static_cast<std::size_t>(at);
  }
  // Values of all cells after paths inside `box` from `values`.
  void relax(const Box& box, Values64& values) const {
    for (bool changed = true; changed;) {
      changed = false;
      for_each(box, [&](const Coordinates& cell) {
        for (int axis = 0; axis < image.rank(); ++axis)
          for (const int step : {-1, 1}) {
            Coordinates from = cell;
            std::int64_t& at = from[static_cast<std::size_t>(axis)];
            at += step;
            if (at < 0 || at >= image[axis] || values[index(from)] == UINT64_MAX) continue;
            const std::uint64_t offer = values[index(from)] + costs[index(cell)];
            if (offer >= values[index(cell)]) continue;
            values[index(cell)] = offer;
            changed = true;
          }
      });
    }
  }
  template <class Visit>
  static void for_each(const Box& box, const Visit& visit) {
    Coordinates cell = box.origin;
    for (std::int64_t i = 0; i < box.shape.count(); ++i) {
      std::int64_t rest = i;
      for (int axis = box.rank() - 1; axis >= 0; --axis) {
        cell[static_cast<std::size_t>(axis)] = box.begin(axis) + rest % box.shape[axis];
        rest /= box.shape[axis];
      }
      visit(cell);
    }
  }
  [[nodiscard]] blocks::SeamValues visit(const Box& box, std::span<const std::uint64_t> around) const {
    Values64 values(start.size(), UINT64_MAX);
    for_each(box, [&](const Coordinates& cell) { values[index(cell)] = start[index(cell)]; });
    const BoxRing ring(box, image);
    if (!around.empty())
      ring.for_each(
          [&](const Coordinates& cell) { values[index(cell)] = around[static_cast<std::size_t>(ring.index(cell))]; });
    relax(box, values);
    blocks::SeamValues found;
    BoxBorder(box, image).for_each([&](const Coordinates& cell) { found.border.push_back(values[index(cell)]); });
    ring.for_each([&](const Coordinates& cell) { found.around.push_back(values[index(cell)]); });
    return found;
  }
};

class Relaxation {
 public:
  Relaxation(const Ground& ground, const blocks::Tree& tree, blocks::State& state)
      : ground_(ground), tree_(tree), seams_(state, 0) {}

  // Returns the number of visits.
  std::int64_t operator()(bool starts_around, bool reuses, int threads) {
    std::atomic<std::int64_t> visits = 0, wakes = 0, reused = 0;
    blocks::BlockQueue queue(tree_, seams_, starts_around,
                             {.visit =
                                  [&](std::int64_t block, auto around) {
                                    ++visits;
                                    blocks::SeamValues values = ground_.visit(tree_.node(block).box, around);
                                    seams_.put(block, values);
                                    return values;
                                  },
                              .may_reuse = [&](std::int64_t) { return reuses; },
                              .on_wake = [&] { ++wakes; },
                              .on_reuse = [&] { ++reused; }});
    blocks::WorkerPool workers({.threads = threads});
    blocks::in_arena(threads, [&] { queue.run(workers); });
    EXPECT_EQ(visits + reused, tree_.block_count() + wakes);
    return visits;
  }
  void expect_final(const Values64& values) {
    for (std::int64_t n = 0; n < tree_.size(); ++n) {
      const blocks::Node node = tree_.node(n);
      if (!node.is_block()) continue;
      const blocks::SeamValues found = seams_.require(n);
      std::size_t at = 0;
      BoxBorder(node.box, ground_.image).for_each([&](const Coordinates& cell) {
        ASSERT_EQ(found.border[at++], values[ground_.index(cell)]) << "block " << n;
      });
    }
  }

 private:
  const Ground& ground_;
  const blocks::Tree& tree_;
  blocks::SeamStore seams_;
};

TEST(BlockQueue, ends_with_the_values_of_the_whole_image) {
  Random random(run_seed() + 1);
  for (int i = 0; i < cases_of(60); ++i) {
    const Shape image = i % 3 == 0 ? Shape{1 + random.below(6), 1 + random.below(8), 1 + random.below(8)}
                                   : Shape{1 + random.below(18), 1 + random.below(18)};
    const Ground ground(image, random);
    Values64 values = ground.start;
    ground.relax(whole(image), values);
    const Shape block = random_block(image, random);
    const blocks::Tree tree(image, block, random_cutter(random));
    SCOPED_TRACE(text(image.text(), " in ", block.text()));
    const auto state = blocks::memory_state();
    Relaxation run(ground, tree, *state);
    const bool starts_around = random.one_in(2);
    const int threads = 1 + static_cast<int>(random.below(3));
    run(starts_around, false, threads);
    run.expect_final(values);
    // Values of an earlier process are used; blocks whose values are lost are visited again.
    ASSERT_EQ(run(starts_around, true, threads), 0);
    for (std::int64_t n = 0; n < tree.size(); ++n)
      if (random.one_in(3)) state->drop({blocks::StateKind::seam, 0, 0, n});
    run(starts_around, true, threads);
    run.expect_final(values);
    if (HasFailure()) return;
  }
}

TEST(BlockQueue, passes_on_what_a_visit_throws) {
  for (const int threads : {1, 3}) {
    const blocks::Tree tree({20, 20}, {3, 3});
    const auto state = blocks::memory_state();
    blocks::SeamStore seams(*state, 0);
    std::atomic<int> visits = 0;
    blocks::BlockQueue queue(tree, seams, true,
                             {.visit = [&](std::int64_t, auto) -> blocks::SeamValues {
                                if (++visits == 5) throw Error(ErrorKind::stopped, "stopped");
                                return {Values64(400, UINT64_MAX), Values64(400, UINT64_MAX), {}};
                              },
                              .may_reuse = [](std::int64_t) { return false; },
                              .on_wake = [] {},
                              .on_reuse = [] {}});
    blocks::WorkerPool workers({.threads = threads});
    EXPECT_RAISES_ABOUT(blocks::in_arena(threads, [&] { queue.run(workers); }), ErrorKind::stopped, "stopped");
    EXPECT_LE(visits, 5 + threads);
  }
}

}  // namespace
}  // namespace preamar::test
