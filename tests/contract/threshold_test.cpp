// threshold: compared with exact comparisons in long double.
#include <preamar/error.h>
#include <preamar/threshold.h>

#include "core/dispatch.h"
#include "tools/above.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cstring>
#include <limits>

namespace preamar::test {
namespace {

constexpr double levels[] = {-1e30, -1, 0, 0.5, 1, 100, 254.5, 255, 0x1p53, 1e30};

void call(ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
  threshold(image, out, {.value = levels[c.variant]}, on);
}

TEST(Threshold, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "threshold",
                   .variants = static_cast<int>(std::size(levels)),
                   .oracle = [](ConstImageView image, const UnaryCase& c) { return above(image, levels[c.variant]); },
                   .call = call});
}

// Large enough to be written past the cache, at addresses that are no multiples of a line.
TEST(Threshold, writes_past_the_cache_what_it_would_write_to_it) {
  constexpr std::int64_t rows = 2051, columns = 4099;
  const std::vector<std::uint8_t> pixels = [] {
    std::vector<std::uint8_t> all(rows * columns + 3);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i * 2654435761U >> 13);
    return all;
  }();
  const ConstImageView image(pixels.data() + 3, DType::uint8, {rows, columns});
  const Image expected = above(image, 127);
  std::int64_t gap = 0;
  for (const std::int64_t target : targets()) {
    const ForcedTarget force(target);
    std::vector<std::uint8_t> memory(rows * (columns + gap) + 2, 7);
    const ImageView out(memory.data() + 1, DType::boolean, {rows, columns}, {columns + gap, 1});
    threshold(image, out, {.value = 127}, {.threads = 2});
    EXPECT_EQ(difference(expected, out), "") << target_name(target);
    EXPECT_EQ(memory.front(), 7);
    EXPECT_EQ(memory.back(), 7);
    EXPECT_TRUE(gap == 0 || memory[static_cast<std::size_t>(1 + columns)] == 7);
    gap = 5 - gap;
  }
}

TEST(Threshold, compares_large_integers_exactly) {
  const std::uint64_t large = (std::uint64_t{1} << 53) + 1;
  const Image image = image_of<std::uint64_t>({1, 3}, {large - 1, large, UINT64_MAX});
  EXPECT_EQ(difference(image_of<bool>({1, 3}, {false, true, true}),
                       threshold(image, {.value = static_cast<double>(large - 1)})),
            "");
}

TEST(Threshold, refuses_by_name) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_RAISES((void)threshold(filled<float>({2, 2}, 1), {.value = nan}), ErrorKind::call,
                "threshold: value is required; it must be a number");
  EXPECT_RAISES((void)threshold(filled<double>({2, 2}, nan), {.value = 1}), ErrorKind::input,
                "threshold: image holds 4 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
