// dilate and erode: compared with a search of the neighbourhood of each pixel.
#include <preamar/dilate.h>

#include "tools/around.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <limits>

namespace preamar::test {
namespace {

TEST(Dilate, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract(
      {.op = "dilate",
       .variants = 2 * flat_variants,
       .oracle = [](ConstImageView image,
                    const UnaryCase& c) { return around(image, flat_variant(c), c.variant < flat_variants ? 1 : -1); },
       .call =
           [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
             c.variant < flat_variants ? dilate(image, out, flat_variant(c), on)
                                       : erode(image, out, flat_variant(c), on);
           },
       .reference_pixels = 3000});
}

TEST(Dilate, takes_any_radius) {
  Random random(run_seed() + 1);
  const Image image = make_noise(DType::int16, {40, 53}, Palette::spread, random);
  for (const FlatShape shape : {FlatShape::box, FlatShape::ball})
    for (const std::int64_t radius : {17, 31, 32, 33, 52, 65, 66, 67, 1000})
      EXPECT_EQ(
          difference(around(image, {radius, shape}, 1), dilate(image, {radius, shape}, {.device = tested_device()})),
          "")
          << radius;
  const Image all = around(image, {1000, FlatShape::box}, -1);
  for (const FlatShape shape : {FlatShape::box, FlatShape::ball})
    EXPECT_EQ(
        difference(all, erode(image, {std::numeric_limits<std::int64_t>::max(), shape}, {.device = tested_device()})),
        "");
}

TEST(Dilate, draws_the_shape_of_a_point) {
  std::uint8_t point[49] = {};
  point[24] = 1;
  const Image image = [&] {
    Image made(DType::uint8, {7, 7});
    std::copy_n(point, 49, static_cast<std::uint8_t*>(made.data()));
    return made;
  }();
  const Image disk =
      image_of<std::uint8_t>({7, 7}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1,
                                      1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(difference(disk, dilate(image, {.radius = 2, .shape = FlatShape::disk})), "");
  EXPECT_EQ(difference(disk, dilate(image, {.radius = 2, .shape = FlatShape::ball})), "");
}

TEST(Dilate, is_the_dual_of_erode) {
  Random random(run_seed() + 2);
  Image image = make_noise(DType::uint8, {60, 70}, Palette::spread, random);
  Image opposite(image.type());
  const auto complement = [](const Image& from, Image& to) {
    for (std::int64_t i = 0; i < from.shape().count(); ++i)
      static_cast<std::uint8_t*>(to.data())[i] =
          static_cast<std::uint8_t>(~static_cast<const std::uint8_t*>(from.data())[i]);
  };
  complement(image, opposite);
  const Image eroded = erode(opposite, {.radius = 4});
  complement(eroded, opposite);
  EXPECT_EQ(difference(opposite, dilate(image, {.radius = 4})), "");
}

TEST(Dilate, refuses_what_it_cannot_take) {
  EXPECT_RAISES((void)dilate(filled<int>({2, 2}, 0), {}), ErrorKind::call,
                "dilate: radius is required; it must be an integer");
  EXPECT_RAISES((void)dilate(filled<int>({2, 2}, 0), {.radius = -1}), ErrorKind::call,
                "dilate: radius is -1; it must be from 0 to 9223372036854775807");
  EXPECT_RAISES((void)erode(filled<int>({2, 2, 2}, 0), {.radius = 1, .shape = FlatShape::disk}), ErrorKind::call,
                "erode: shape is disk and image has rank 3; a disk is for rank 2, give ball or box");
  EXPECT_RAISES((void)dilate(filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN()), {.radius = 1}),
                ErrorKind::input, "dilate: image holds 4 NaN; replace them");
  Image image = filled<int>({2, 2}, 0);
  EXPECT_RAISES(dilate(image, image, {.radius = 1}), ErrorKind::call,
                "dilate: out shares memory with image; give it memory of its own");
}

}  // namespace
}  // namespace preamar::test
