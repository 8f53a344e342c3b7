// The planner finds blocks if any fit in the memory, and states the memory that is enough if none do.
#include "blocks/families/algorithm_parts.h"
#include "blocks/program/block_size.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <preamar/blocks.h>
#include <preamar/error.h>

#include <gtest/gtest.h>

#include <string>

namespace preamar::test {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

blocks::Program program_for(std::string_view name, const Shape& image, const Values& options = {}) {
  const ImageType type{DType::uint8, image};
  return blocks::program_of(blocks::operation_for(operator_named(name), {&type, 1}, options));
}

// The memory that a refusal names, in bytes; 0 if the blocks fit.
std::int64_t memory_needed(const blocks::Program& program, const Shape& unit, std::int64_t memory,
                           const blocks::Load& load) {
  try {
    const Shape block = blocks::block_within(program, unit, memory, load);
    EXPECT_LE(blocks::peak_memory(program, block, load), memory);
    for (int axis = 0; axis < block.rank(); ++axis)
      EXPECT_TRUE(block[axis] == program.image()[axis] || block[axis] % unit[axis] == 0) << block.text();
    return 0;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resource);
    const std::string words = error.what();
    const std::size_t at = words.find(" need ");
    EXPECT_NE(at, std::string::npos) << words;
    return std::stoll(words.substr(at + 6)) * mebibyte;
  }
}

// 3.8 million blocks of one chunk each need 900 MiB, most of it for their index.
TEST(Plan, of_very_many_chunks_has_blocks_of_several) {
  const blocks::Program program = program_for("fill_holes", {1'000'000, 1'000'000});
  const Shape unit{512, 512};
  const blocks::Load load{.workers = 2};
  EXPECT_GT(blocks::peak_memory(program, unit, load), 800 * mebibyte);
  const std::int64_t needed = memory_needed(program, unit, 100 * mebibyte, load);
  EXPECT_LT(needed, 500 * mebibyte);
  EXPECT_EQ(memory_needed(program, unit, needed, load), 0);
}

TEST(Plan, names_the_memory_that_is_enough) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(200); ++i) {
    const auto extent = [&](std::int64_t most) { return 1 + random.below(most); };
    const bool is_volume = random.below(3) == 0;
    const Shape image =
        is_volume ? Shape{extent(3000), extent(3000), extent(3000)} : Shape{extent(1'000'000), extent(1'000'000)};
    const Shape chunk = is_volume ? Shape{extent(64), extent(64), extent(64)} : Shape{extent(600), extent(600)};
    const char* const names[] = {"fill_holes", "label", "invert", "distance"};
    const blocks::Program program = program_for(names[random.below(4)], image);
    const Shape unit = blocks::spanning(program.steps[0].operation, chunk);
    const blocks::Load load{.workers = 1 + static_cast<int>(random.below(8)),
                            .ahead = static_cast<int>(random.below(3))};
    const std::int64_t least = blocks::least_memory(program, unit, load);
    EXPECT_LE(least, blocks::peak_memory(program, blocks::rounded_up(unit, unit, image), load));
    EXPECT_EQ(memory_needed(program, unit, least, load), 0);
    const std::int64_t needed = memory_needed(program, unit, least - 1 - random.below(least / 2), load);
    EXPECT_GE(needed, least);
    EXPECT_LE(needed, least + mebibyte);
    // No block up to the largest that is planned is far below it.
    for (std::int64_t times = 1; times <= 64; times *= 2) {
      const Shape wide = is_volume ? Shape{unit[0] * times, unit[1] * times, unit[2] * times}
                                   : Shape{unit[0] * times, unit[1] * times};
      const Shape block = blocks::rounded_up(wide, unit, image);
      if (block.count() > std::int64_t{1} << 24) break;
      EXPECT_GE(static_cast<double>(blocks::peak_memory(program, block, load)), 0.8 * static_cast<double>(least))
          << image.text() << " in " << block.text();
    }
    if (HasFailure()) return;
  }
}

// More memory would not help: the range of the values has too many bins.
TEST(Plan, asks_for_no_memory_where_the_image_is_refused) {
  const ImageType type{DType::int32, {600, 600}};
  const auto read = [](const std::int64_t* origin, ImageView out) {
    for (std::int64_t y = 0; y < out.shape()[0]; ++y)
      for (std::int64_t x = 0; x < out.shape()[1]; ++x)
        out.at<std::int32_t>(y, x) = (origin[0] + y) % 2 == 0 ? 0 : std::int32_t{1} << 30;
  };
  const BlockInput inputs[] = {RegionReader{.type = type, .read = read}};
  const auto run = [&] { (void)run_in_blocks(operator_named("otsu"), inputs, {}, {}, {.memory = 60 * mebibyte}); };
  EXPECT_RAISES_ABOUT(run(), ErrorKind::input, "at most 67108864 values");
}

}  // namespace
}  // namespace preamar::test
