// minmax: compared with a plain loop, for every dtype, shape, layout, thread count and SIMD target.
#include <preamar/error.h>
#include <preamar/minmax.h>
#include <preamar/operator.h>

#include "core/dispatch.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace preamar::test {
namespace {

// The two numbers as an image, which the contract of unary operators compares.
Image image_from(const MinMax& found) {
  Image pair(DType::float64, {1, 4});
  auto* const numbers = static_cast<double*>(pair.data());
  for (const auto& [i, level] : {std::pair{0, found.minimum}, {2, found.maximum}}) {
    const auto halves = [&](auto number) {
      numbers[i] = static_cast<double>(number);
      if constexpr (std::is_integral_v<decltype(number)>)
        numbers[i + 1] = static_cast<double>(number % 1024);
      else
        numbers[i + 1] = std::signbit(number) ? -0.5 : 0.5;
    };
    std::visit(halves, level);
  }
  return pair;
}

template <class T>
PixelValue level(T pixel) {
  if constexpr (std::is_floating_point_v<T>) return pixel == 0 ? 0.0 : static_cast<double>(pixel);
  if constexpr (std::is_same_v<T, std::uint64_t>)
    if (pixel > INT64_MAX) return pixel;
  return static_cast<std::int64_t>(pixel);
}

MinMax oracle(ConstImageView image) {
  return with_type(image.dtype(), [&]<class T>(std::type_identity<T>) -> MinMax {
    const T* const pixels = static_cast<const T*>(image.data());
    const auto [least, most] = std::minmax_element(pixels, pixels + image.shape().count());
    return {level(*least), level(*most)};
  });
}

TEST(MinMax, gives_the_same_numbers_in_every_pair_of_factors) {
  expect_contract({.op = "minmax",
                   .oracle =
                       [](ConstImageView image, const UnaryCase&) {
                         return image.shape().count() == 0 ? image_from({}) : image_from(oracle(image));
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase&, const Execution& on) {
                         const Image found = image_from(image.shape().count() == 0 ? MinMax{} : minmax(image, on));
                         for (std::int64_t i = 0; i < 4; ++i) std::memcpy(pixel(out, i), pixel(found, i), 8);
                       }});
}

TEST(MinMax, finds_one_pixel_wherever_it_is) {
  Image image = filled<std::int16_t>({7, 301}, 5);
  auto* const pixels = static_cast<std::int16_t*>(image.data());
  for (std::int64_t i = 0; i < image.shape().count(); ++i) {
    pixels[i] = i % 2 ? 300 : -300;
    const MinMax expected =
        i % 2 ? MinMax{std::int64_t{5}, std::int64_t{300}} : MinMax{std::int64_t{-300}, std::int64_t{5}};
    ASSERT_EQ(minmax(image, {.threads = 1}), expected) << i;
    pixels[i] = 5;
  }
}

TEST(MinMax, gives_numbers_of_the_kind_of_the_image) {
  EXPECT_EQ(minmax(image_of<std::uint64_t>({1, 2}, {3, UINT64_MAX})), (MinMax{std::int64_t{3}, UINT64_MAX}));
  EXPECT_EQ(minmax(image_of<std::int64_t>({1, 2}, {INT64_MIN, INT64_MAX})), (MinMax{INT64_MIN, INT64_MAX}));
  EXPECT_EQ(minmax(image_of<bool>({1, 2}, {true, true})), (MinMax{std::int64_t{1}, std::int64_t{1}}));
  EXPECT_EQ(minmax(image_of<float>({1, 2}, {0.5F, 0.25F})), (MinMax{0.25, 0.5}));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(minmax(image_of<double>({1, 2}, {infinity, -infinity})), (MinMax{-infinity, infinity}));
}

TEST(MinMax, fills_its_row) {
  const Image image = image_of<std::uint64_t>({1, 2}, {3, UINT64_MAX});
  const std::vector<ConstImageView> inputs{image};
  const Results found = operator_named("minmax").run(inputs, {}, {}, {});
  EXPECT_EQ(found.numbers, (std::vector<Number>{{"minimum", std::int64_t{3}}, {"maximum", UINT64_MAX}}));
}

TEST(MinMax, refuses_by_name) {
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    Image image = filled<float>({40, 50}, 1);
    static_cast<float*>(image.data())[1234] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_RAISES((void)minmax(image, {.device = device}), ErrorKind::input, "minmax: image holds 1 NaN; replace them");
    EXPECT_RAISES((void)minmax(Image(DType::uint8, {0, 7}), {.device = device}), ErrorKind::input,
                  "minmax: image is 0x7 and has no pixels; give at least one");
  }
}

}  // namespace
}  // namespace preamar::test
