// invert: compared with exact arithmetic in long double.
#include <preamar/invert.h>

#include "core/dispatch.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cstring>
#include <limits>

namespace preamar::test {
namespace {

Image inverted(ConstImageView image, const UnaryCase&) {
  Image out(image.type());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const long double highest = image.dtype() == DType::boolean ? 1 : std::numeric_limits<T>::max();
    const long double ends = std::is_floating_point_v<T> ? 0 : highest + std::numeric_limits<T>::lowest();
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      T value;
      std::memcpy(&value, pixel(image, i), sizeof value);
      if (value == value) value = static_cast<T>(ends - static_cast<long double>(value));
      std::memcpy(pixel(out, i), &value, sizeof value);
    }
  });
  return out;
}

TEST(Invert, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "invert",
                   .oracle = inverted,
                   .call = [](ConstImageView image, ImageView out, const UnaryCase&,
                              const Execution& on) { invert(image, out, on); },
                   .nan = true});
}

TEST(Invert, twice_gives_the_image_except_for_negative_zeros) {
  Random random(run_seed());
  for (int i = 0; i < dtype_count; ++i) {
    const Image image = make_noise(static_cast<DType>(i), {20, 30}, Palette::spread, random);
    const Image once = invert(image);
    EXPECT_EQ(difference(once, invert(invert(once))), "") << preamar::name_of(image.dtype());
    if (is_floating(image.dtype())) continue;
    EXPECT_EQ(difference(image, invert(once)), "") << preamar::name_of(image.dtype());
  }
}

TEST(Invert, maps_the_ends_of_each_dtype_onto_each_other) {
  EXPECT_EQ(difference(image_of<bool>({1, 2}, {true, false}), invert(image_of<bool>({1, 2}, {false, true}))), "");
  EXPECT_EQ(difference(image_of<std::int8_t>({1, 4}, {127, 0, -1, -128}),
                       invert(image_of<std::int8_t>({1, 4}, {-128, -1, 0, 127}))),
            "");
  EXPECT_EQ(difference(image_of<std::uint64_t>({1, 2}, {UINT64_MAX, 0}),
                       invert(image_of<std::uint64_t>({1, 2}, {0, UINT64_MAX}))),
            "");
  EXPECT_EQ(difference(image_of<float>({1, 3}, {0, 0, -0.25F}), invert(image_of<float>({1, 3}, {0, -0.0F, 0.25F}))),
            "");
}

TEST(Invert, refuses_by_name) {
  const Image image(DType::uint8, {2, 3});
  Image out(DType::int8, {2, 3});
  EXPECT_RAISES(invert(image, out), ErrorKind::call, "invert: out is 2x3 int8; it must be 2x3 uint8");
}

}  // namespace
}  // namespace preamar::test
