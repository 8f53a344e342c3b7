// cast: compared with rounding and clamping in long double, from each dtype to each.
#include <preamar/cast.h>

#include "core/dispatch.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace preamar::test {
namespace {

template <class From, class To>
To number_as(From value, DType to) {
  if constexpr (std::is_floating_point_v<To>) {
    return static_cast<To>(value);
  } else {
    const long double highest = to == DType::boolean ? 1 : std::numeric_limits<To>::max();
    const long double lowest = std::numeric_limits<To>::lowest();
    return static_cast<To>(std::clamp(std::nearbyint(static_cast<long double>(value)), lowest, highest));
  }
}

Image converted(ConstImageView image, DType to) {
  Image out(to, image.shape());
  with_type(image.dtype(), [&]<class From>(std::type_identity<From>) {
    with_type(to, [&]<class To>(std::type_identity<To>) {
      for (std::int64_t i = 0; i < image.shape().count(); ++i) {
        From value;
        std::memcpy(&value, pixel(image, i), sizeof value);
        const To number = number_as<From, To>(value, to);
        std::memcpy(pixel(out, i), &number, sizeof number);
      }
    });
  });
  return out;
}

TEST(Cast, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "cast",
                   .variants = dtype_count,
                   .oracle = [](ConstImageView image,
                                const UnaryCase& c) { return converted(image, static_cast<DType>(c.variant)); },
                   .call = [](ConstImageView image, ImageView out, const UnaryCase&,
                              const Execution& on) { cast(image, out, on); }});
}

TEST(Cast, rounds_ties_to_even_and_saturates) {
  const float inf = std::numeric_limits<float>::infinity();
  const Image image = image_of<float>({1, 8}, {-inf, -0.5F, 0.5F, 1.5F, 2.5F, 254.5F, 255.5F, inf});
  EXPECT_EQ(
      difference(image_of<std::uint8_t>({1, 8}, {0, 0, 0, 2, 2, 254, 255, 255}), cast(image, {.dtype = DType::uint8})),
      "");
  EXPECT_EQ(
      difference(image_of<std::int8_t>({1, 8}, {-128, 0, 0, 2, 2, 127, 127, 127}), cast(image, {.dtype = DType::int8})),
      "");
  EXPECT_EQ(difference(image_of<bool>({1, 8}, {false, false, false, true, true, true, true, true}),
                       cast(image, {.dtype = DType::boolean})),
            "");
}

TEST(Cast, saturates_at_64_bits) {
  const Image image = image_of<double>({1, 4}, {-1e300, -0x1p63, 0x1p63, 0x1p64});
  EXPECT_EQ(difference(image_of<std::int64_t>({1, 4}, {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX}),
                       cast(image, {.dtype = DType::int64})),
            "");
  EXPECT_EQ(difference(image_of<std::uint64_t>({1, 4}, {0, 0, std::uint64_t{1} << 63, UINT64_MAX}),
                       cast(image, {.dtype = DType::uint64})),
            "");
}

TEST(Cast, keeps_nan_in_floating_point) {
  const Image image = filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(difference(filled<double>({2, 2}, std::numeric_limits<double>::quiet_NaN()),
                       cast(image, {.dtype = DType::float64}, {.device = tested_device()})),
            "");
}

TEST(Cast, refuses_by_name) {
  const Image image = filled<double>({2, 2}, std::numeric_limits<double>::quiet_NaN());
  EXPECT_RAISES((void)cast(image, {.dtype = DType::int16}), ErrorKind::input,
                "cast: image holds 4 NaN; no integer represents NaN: replace them, or cast to float32 or float64");
  EXPECT_RAISES_ABOUT((void)cast(image, CastOptions{}), ErrorKind::call, "cast: dtype is required; it must be bool");
}

}  // namespace
}  // namespace preamar::test
