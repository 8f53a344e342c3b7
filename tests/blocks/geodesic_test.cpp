// Shortest paths over blocks: equal to those of the whole image; blocks are read as often as paths come back to them.
#include "blocks/workers/memory_streams.h"
#include "core/error_text.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <preamar/geodesic_distance.h>
#include <preamar/operator.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace preamar::test {
namespace {

const Operator& op() { return operator_named("geodesic_distance"); }

Image random_cells(DType dtype, const Shape& shape, Random& random, std::int64_t set_of_100) {
  Image image(dtype, shape);
  std::memset(image.data(), 0, static_cast<std::size_t>(shape.count() * size_of(dtype)));
  for (std::int64_t i = 0; i < shape.count(); ++i)
    if (random.below(100) < set_of_100) *pixel(image, i) = std::byte{1};
  return image;
}

DType random_dtype(Random& random) { return static_cast<DType>(random.below(dtype_count)); }

Values random_options(const Shape& shape, Random& random) {
  return {{"connectivity", 1 + random.below(shape.rank())},
          {"weights", std::string(random.one_in(2) ? "steps" : "quasi_euclidean")}};
}

void expect_same(const InBlocks& expected, const InBlocks& found) {
  ASSERT_EQ(difference(expected.images[0], found.images[0]), "");
  ASSERT_GE(found.counters.reads, 2 * found.counters.blocks);
  ASSERT_EQ(found.counters.writes, found.counters.blocks);
}

TEST(Geodesic, blocks_give_what_the_whole_image_gives) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(200); ++i) {
    const Shape shape = random_shape(random), block = random_block(shape, random);
    const Image marker = random_cells(random_dtype(random), shape, random, random.below(3));
    const Image mask = random_cells(random_dtype(random), shape, random, 50 + random.below(51));
    const Values options = random_options(shape, random);
    const int threads = 1 + static_cast<int>(random.below(3));
    SCOPED_TRACE(text(shape.text(), " in ", block.text(), ", ", threads, " threads"));
    expect_same(run_whole(op(), {marker, mask}, options),
                run_in_blocks(op(), {marker, mask}, options, block, random, threads));
    if (HasFatalFailure()) return;
  }
}

// A run that is resumed after some of its state is lost gives the same.
TEST(Geodesic, a_run_resumes_from_values_that_remain) {
  Random random(run_seed() + 1);
  for (int i = 0; i < cases_of(40); ++i) {
    const Shape shape = random_shape(random);
    const std::vector<Image> images = [&] {
      std::vector<Image> all;
      all.push_back(random_cells(DType::uint8, shape, random, 1));
      all.push_back(random_cells(DType::uint8, shape, random, 75));
      return all;
    }();
    const std::vector<ConstImageView> inputs(images.begin(), images.end());
    const Values options = random_options(shape, random);
    const InBlocks expected = run_whole(op(), inputs, options);
    const std::vector<ImageType> types{inputs[0].type(), inputs[1].type()};
    const blocks::Operation operation = blocks::operation_for(op(), types, options);
    const blocks::Tree tree(shape, random_block(shape, random), random_cutter(random));
    const auto state = blocks::memory_state();
    blocks::Digests digests(tree.size(), 2);
    for (int process = 0; process < 3; ++process) {
      Image out(operation.results[0]);
      blocks::BlockStreams streams;
      for (const ConstImageView& input : inputs)
        streams.inputs.emplace_back([input] { return std::make_unique<blocks::MemorySource>(input); });
      blocks::MemorySink sink(out);
      streams.outputs = {&sink};
      const blocks::Outcome outcome =
          blocks::run(blocks::program_of(operation), tree, streams, *state, digests, {.threads = 1 + process});
      ASSERT_EQ(difference(expected.images[0], out), "");
      if (process == 1) {
        ASSERT_EQ(outcome.counters.reads, tree.block_count());
      }
      for (std::int64_t n = 0; process == 1 && n < tree.size(); ++n)
        if (random.one_in(3)) state->drop({blocks::StateKind::seam, 0, 0, n});
    }
  }
}

// Visits of a queue of blocks in the order of the smallest border value, from the marker in the first pixel.
std::int64_t simulated_reads(ConstImageView mask, std::int64_t side) {
  const std::int64_t rows = mask.shape()[0], columns = mask.shape()[1];
  constexpr std::int64_t infinite = INT64_MAX / 2;
  std::vector<std::int64_t> length(static_cast<std::size_t>(rows * columns), infinite);
  const auto at = [&](std::int64_t y, std::int64_t x) -> std::int64_t& {
    return length[static_cast<std::size_t>(y * columns + x)];
  };
  const auto is_open = [&](std::int64_t y, std::int64_t x) {
    return y >= 0 && x >= 0 && y < rows && x < columns && *pixel(mask, y * columns + x) != std::byte{0};
  };
  using Block = std::pair<std::int64_t, std::int64_t>;
  std::map<Block, std::int64_t> pending{{{0, 0}, 0}};
  at(0, 0) = 0;
  std::int64_t reads = 0;
  constexpr Block steps[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
  while (!pending.empty()) {
    const Block block = std::ranges::min_element(pending, {}, [](const auto& each) { return each.second; })->first;
    pending.erase(block);
    ++reads;
    const auto is_inside = [&](std::int64_t y, std::int64_t x) { return Block{y / side, x / side} == block; };
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> heap, changed;
    for (std::int64_t y = block.first * side - 1; y <= (block.first + 1) * side; ++y)
      for (std::int64_t x = block.second * side - 1; x <= (block.second + 1) * side; ++x)
        if (is_open(y, x) && at(y, x) < infinite) heap.emplace(at(y, x), y, x);
    while (!heap.empty()) {
      const auto [value, y, x] = *heap.begin();
      heap.erase(heap.begin());
      if (value > at(y, x)) continue;
      for (const auto& [dy, dx] : steps)
        if (is_open(y + dy, x + dx) && is_inside(y + dy, x + dx) && value + 1 < at(y + dy, x + dx)) {
          at(y + dy, x + dx) = value + 1;
          heap.emplace(value + 1, y + dy, x + dx);
          changed.emplace(0, y + dy, x + dx);
        }
    }
    for (const auto& [zero, y, x] : changed)
      for (const auto& [dy, dx] : steps)
        if (is_open(y + dy, x + dx) && !is_inside(y + dy, x + dx) && at(y + dy, x + dx) > at(y, x) + 1) {
          const auto [entry, is_new] = pending.try_emplace({(y + dy) / side, (x + dx) / side}, at(y, x));
          if (!is_new) entry->second = std::min(entry->second, at(y, x));
        }
  }
  return reads;
}

// A block is read at its first visit, whenever it is woken, and to be written.
TEST(Geodesic, one_thread_wakes_blocks_no_more_often_than_a_simulation) {
  Random random(run_seed() + 2);
  constexpr std::int64_t size = 192, side = 32, blocks = (size / side) * (size / side);
  const Shape shape{size, size};
  Image marker = random_cells(DType::uint8, shape, random, 0);
  *pixel(marker, 0) = std::byte{1};
  for (const std::string_view content : {"open", "70 % open", "corridor"}) {
    Image mask = random_cells(DType::uint8, shape, random, content == "open" ? 100 : content == "corridor" ? 0 : 70);
    for (std::int64_t y = 0; content == "corridor" && y < size; ++y)
      for (std::int64_t x = 0; x < size; ++x)
        if (y % 2 == 0 || x == (y % 4 == 1 ? size - 1 : 0)) *pixel(mask, y * size + x) = std::byte{1};
    *pixel(mask, 0) = std::byte{1};
    const Values options{{"connectivity", std::int64_t{1}}};
    const InBlocks found = run_in_blocks(op(), {marker, mask}, options, {side, side}, random);
    expect_same(run_whole(op(), {marker, mask}, options), found);
    const std::int64_t wakes = found.counters.reads - 2 * blocks;
    EXPECT_LE(wakes, simulated_reads(mask, side)) << content;
    if (content == "open") {
      EXPECT_EQ(wakes, 0);
    }
    if (content == "corridor") {
      EXPECT_GT(wakes, 10 * blocks);  // the path returns to each block
    }
  }
}

TEST(Geodesic, nan_is_refused) {
  Random random(run_seed() + 3);
  Image mask(DType::float32, {4, 4});
  std::memset(mask.data(), 0xFF, 64);
  const Image marker = random_cells(DType::uint8, {4, 4}, random, 50);
  EXPECT_RAISES_ABOUT((void)run_in_blocks(op(), {marker, mask}, {}, {2, 3}, random), ErrorKind::input,
                      "geodesic_distance: mask holds ");
}

}  // namespace
}  // namespace preamar::test
