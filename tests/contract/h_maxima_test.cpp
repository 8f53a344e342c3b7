// h_maxima and h_minima against a marker by exact arithmetic and a flood by a queue of pixels.
#include <preamar/h_maxima.h>

#include "tools/oracle.h"
#include "tools/plateaus.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace preamar::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double heights[] = {0, 1, 3, 40, 200, 65536, 1e15, 1e300};
constexpr int height_count = static_cast<int>(std::size(heights));

template <class T>
T moved(T x, double h, int sign, DType dtype) {
  if constexpr (std::is_floating_point_v<T>) {
    const T by = h > static_cast<double>(std::numeric_limits<T>::max()) ? T(inf) : static_cast<T>(h);
    return std::isinf(x) ? x : sign > 0 ? x + by : x - by;
  } else {
    using Exact = long double;
    const Exact top = dtype == DType::boolean ? 1 : static_cast<Exact>(std::numeric_limits<T>::max());
    return static_cast<T>(std::clamp<Exact>(static_cast<Exact>(x) + sign * static_cast<Exact>(h),
                                            static_cast<Exact>(std::numeric_limits<T>::lowest()), top));
  }
}

Image expected(ConstImageView image, double h, int connectivity, Method method, bool extended) {
  Image marker(image.type());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i)
      static_cast<T*>(marker.data())[i] =
          moved(static_cast<const T*>(image.data())[i], h, method == Method::dilation ? -1 : 1, image.dtype());
  });
  Image levels = oracle(marker, image, method, connectivity);
  if (!extended) return levels;
  return plateau_oracle(levels, connectivity, method == Method::dilation ? 1 : -1);
}

struct Variant {
  double h;
  Method method;
  bool extended;
};

Variant variant_of(int number) {
  return {heights[number / 4], number % 2 ? Method::erosion : Method::dilation, number / 2 % 2 == 1};
}

TEST(HMaxima, give_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "h_maxima",
                   .variants = 4 * height_count,
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         const auto [h, method, result] = variant_of(c.variant);
                         return expected(image, h, c.connectivity, method, result);
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         const auto [h, method, result] = variant_of(c.variant);
                         const HMaximaOptions options{h, c.connectivity, result};
                         method == Method::dilation ? h_maxima(image, out, options, on)
                                                    : h_minima(image, out, options, on);
                       }});
}

// scikit-image's h_maxima marks pixels 1 and 4 here, by another definition.
TEST(HMaxima, extended_are_the_maxima_of_the_reconstruction) {
  const Image image = image_of<std::uint8_t>({1, 6}, {0, 5, 4, 0, 3, 0});
  EXPECT_EQ(difference(image_of<std::uint8_t>({1, 6}, {0, 2, 2, 0, 0, 0}), h_maxima(image, {.h = 3})), "");
  const Image found = h_maxima(image, {.h = 3, .extended = true});
  EXPECT_EQ(difference(image_of<bool>({1, 6}, {0, 1, 1, 0, 0, 0}), found), "");
}

TEST(HMaxima, extended_tell_progress_that_never_falls) {
  Random random(run_seed());
  const Image image = make_noise(DType::uint8, {300, 300}, Palette::spread, random);
  std::vector<double> parts;
  Execution on{.threads = 1};
  on.progress = [&](double part) { parts.push_back(part); };
  (void)h_maxima(image, {.h = 3, .extended = true}, on);
  ASSERT_FALSE(parts.empty());
  EXPECT_EQ(parts.back(), 1.0);
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
}

TEST(HMaxima, stop_at_the_ends_of_the_type) {
  const Image image = image_of<std::int8_t>({1, 4}, {-128, -120, 127, 100});
  EXPECT_EQ(difference(filled<std::int8_t>({1, 4}, -128), h_maxima(image, {.h = 255})), "");
  EXPECT_EQ(difference(filled<std::int8_t>({1, 4}, 127), h_minima(image, {.h = 1e18})), "");
  const Image mask = filled<bool>({1, 4}, false);
  EXPECT_EQ(difference(filled<bool>({1, 4}, true), h_minima(mask, {.h = 5})), "");
}

TEST(HMaxima, keep_an_infinity) {
  constexpr float high = std::numeric_limits<float>::infinity();
  const Image image = image_of<float>({1, 5}, {0, high, 1, 5, 1});
  EXPECT_EQ(difference(image_of<float>({1, 5}, {0, high, 1, 3, 1}), h_maxima(image, {.h = 2})), "");
  EXPECT_EQ(difference(image_of<float>({1, 5}, {0, high, 1, 1, 1}), h_maxima(image, {.h = 1e300})), "");
}

TEST(HMaxima, refuse_what_they_cannot_take) {
  const Image image = filled<int>({2, 2}, 0);
  EXPECT_RAISES((void)h_maxima(image, {.h = -1}), ErrorKind::call,
                "h_maxima: h is -1; it must be a finite number, 0 or more");
  EXPECT_RAISES((void)h_minima(image, {.h = inf}), ErrorKind::call,
                "h_minima: h is inf; it must be a finite number, 0 or more");
  EXPECT_RAISES((void)h_maxima(image, {}), ErrorKind::call, "h_maxima: h is required; it must be a number");
  EXPECT_RAISES((void)h_maxima(image, {.h = 0.5}), ErrorKind::call,
                "h_maxima: h is 0.5 and image is int32; it must be an integer for integer images");
  EXPECT_RAISES((void)h_maxima(filled<double>({2, 2}, std::nan("")), {.h = 1}), ErrorKind::input,
                "h_maxima: image holds 4 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
