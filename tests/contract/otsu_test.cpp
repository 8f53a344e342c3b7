// otsu: compared with its definition.
#include <preamar/error.h>
#include <preamar/otsu.h>

#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace preamar::test {
namespace {

// The definition in exact arithmetic, for images whose sums are exact in float32.
double parted(const std::vector<int>& levels) {
  const auto [least, most] = std::minmax_element(levels.begin(), levels.end());
  double best = -1, level = *least;
  for (int t = *least; t < *most; ++t) {
    double n[2] = {0, 0}, sum[2] = {0, 0};
    for (const int v : levels) ++n[v > t], sum[v > t] += v;
    const double apart = sum[0] / n[0] - sum[1] / n[1], variance = n[0] * n[1] * (apart * apart);
    if (variance > best) best = variance, level = t;
  }
  return level;
}

template <class T>
void expect_parted(const std::vector<int>& levels) {
  Image image(dtype_of<T>(), {1, static_cast<std::int64_t>(levels.size())});
  std::transform(levels.begin(), levels.end(), static_cast<T*>(image.data()), [](int v) { return static_cast<T>(v); });
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    if (device != "reference" && !is_taken("otsu", image.dtype())) continue;
    EXPECT_EQ(otsu(image, {}, {.device = device}), parted(levels));
  }
}

TEST(Otsu, parts_integers_where_the_variance_between_classes_is_greatest) {
  Random random(5);
  for (int n = 0; n < 50; ++n) {
    std::vector<int> levels(static_cast<std::size_t>(2 + random.below(60)));
    for (int& level : levels) level = static_cast<int>(random.below(3) == 0 ? random.below(120) : 30 + random.below(9));
    expect_parted<std::uint8_t>(levels);
    expect_parted<std::int16_t>(levels);
    expect_parted<std::uint32_t>(levels);
    expect_parted<std::int64_t>(levels);
  }
}

TEST(Otsu, gives_the_one_value_of_a_constant_image) {
  const Execution on{.device = tested_device()};
  EXPECT_EQ(otsu(filled<std::uint8_t>({3, 4}, 9), {}, on), 9);
  EXPECT_EQ(otsu(filled<std::int32_t>({3, 4}, -9), {}, on), -9);
  EXPECT_EQ(otsu(filled<float>({3, 4}, 0.5F), {}, on), 0.5);
}

TEST(Otsu, gives_the_centre_of_a_bin_of_reals) {
  EXPECT_EQ(otsu(image_of<double>({1, 4}, {0, 0, 1, 1}), {.bins = 4}), 0.125);
  EXPECT_EQ(otsu(image_of<float>({1, 5}, {0, 0.5F, 0.5F, 4, 4}), {.bins = 8}), 0.75);
  EXPECT_EQ(otsu(image_of<bool>({1, 3}, {true, false, true}), {.bins = 2}), 0.25);
}

TEST(Otsu, refuses_by_name) {
  EXPECT_RAISES((void)otsu(filled<float>({2, 2}, 1), {.bins = 1}), ErrorKind::call,
                "otsu: bins is 1; it must be from 2 to 67108864");
  EXPECT_RAISES((void)otsu(Image(DType::uint8, {0, 4})), ErrorKind::input,
                "otsu: image is 0x4 and has no pixels; give at least one");
  EXPECT_RAISES_ABOUT((void)otsu(image_of<std::int64_t>({1, 2}, {0, INT64_MAX})), ErrorKind::input,
                      "give it as float64");
  EXPECT_RAISES_ABOUT((void)otsu(image_of<double>({1, 2}, {0, std::numeric_limits<double>::infinity()})),
                      ErrorKind::input, "replace infinities");
  EXPECT_RAISES((void)otsu(image_of<double>({1, 2}, {0, std::numeric_limits<double>::quiet_NaN()})), ErrorKind::input,
                "otsu: image holds 1 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
