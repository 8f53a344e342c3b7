// subtract: compared with exact differences in long double, clamped to the dtype.
#include <preamar/subtract.h>

#include "core/dispatch.h"
#include "tools/binary.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace preamar::test {
namespace {

template <class T>
T difference_of(T x, T y) {
  if (x == y) return 0;
  if constexpr (std::is_floating_point_v<T>) return x - y;
  using Limits = std::numeric_limits<T>;
  return static_cast<T>(std::clamp(static_cast<long double>(x) - static_cast<long double>(y),
                                   static_cast<long double>(Limits::lowest()),
                                   static_cast<long double>(Limits::max())));
}

Image subtracted(ConstImageView image, ConstImageView other) {
  Image out(image.type());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      T x, y;
      std::memcpy(&x, pixel(image, i), sizeof x);
      std::memcpy(&y, pixel(other, i), sizeof y);
      const T rest = difference_of(x, y);
      std::memcpy(pixel(out, i), &rest, sizeof rest);
    }
  });
  return out;
}

TEST(Subtract, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "subtract",
                   .takes = [](DType image, DType other) { return image == other && image != DType::boolean; },
                   .oracle = subtracted,
                   .call = [](ConstImageView image, ConstImageView other, ImageView out,
                              const Execution& on) { subtract(image, other, out, on); }});
}

TEST(Subtract, saturates) {
  EXPECT_EQ(
      difference(image_of<std::uint8_t>({1, 3}, {0, 0, 255}),
                 subtract(image_of<std::uint8_t>({1, 3}, {3, 4, 255}), image_of<std::uint8_t>({1, 3}, {4, 4, 0}))),
      "");
  EXPECT_EQ(difference(image_of<std::int64_t>({1, 2}, {INT64_MIN, INT64_MAX}),
                       subtract(image_of<std::int64_t>({1, 2}, {INT64_MIN, 0}),
                                image_of<std::int64_t>({1, 2}, {1, INT64_MIN}))),
            "");
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(difference(image_of<double>({1, 3}, {0, inf, 0.25}),
                       subtract(image_of<double>({1, 3}, {inf, inf, 0.5}), image_of<double>({1, 3}, {inf, 1, 0.25}))),
            "");
}

TEST(Subtract, refuses_by_name) {
  const Image image(DType::uint8, {2, 3}), other(DType::uint16, {2, 3}), mask(DType::boolean, {2, 3});
  EXPECT_RAISES((void)subtract(image, other), ErrorKind::call,
                "subtract: image is 2x3 uint8 and other is 2x3 uint16; their shape and dtype must be the same");
  EXPECT_RAISES_ABOUT((void)subtract(mask, mask), ErrorKind::call,
                      "subtract: image and other have dtype bool; to remove");
}

}  // namespace
}  // namespace preamar::test
