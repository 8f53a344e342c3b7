// opening and closing: compared with two searches of the neighbourhood of each pixel.
#include <preamar/opening.h>

#include "tools/around.h"
#include "tools/raises.h"
#include "tools/unary.h"

namespace preamar::test {
namespace {

TEST(Open, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "opening",
                   .variants = 2 * flat_variants,
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         const int sign = c.variant < flat_variants ? -1 : 1;
                         return around(around(image, flat_variant(c), sign), flat_variant(c), -sign);
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         c.variant < flat_variants ? opening(image, out, flat_variant(c), on)
                                                   : closing(image, out, flat_variant(c), on);
                       },
                   .reference_pixels = 3000},
                  50);
}

TEST(Open, changes_nothing_the_second_time) {
  Random random(run_seed() + 1);
  const Image image = make_noise(DType::float32, {70, 90}, Palette::spread, random);
  for (const FlatShape shape : {FlatShape::box, FlatShape::disk}) {
    const Image once = opening(image, {.radius = 3, .shape = shape});
    EXPECT_EQ(difference(once, opening(once, {.radius = 3, .shape = shape})), "");
    const Image closed = closing(image, {.radius = 3, .shape = shape});
    EXPECT_EQ(difference(closed, closing(closed, {.radius = 3, .shape = shape})), "");
  }
}

TEST(Open, removes_what_is_narrower_than_the_shape) {
  const Image image = image_of<std::uint8_t>({1, 12}, {0, 5, 0, 7, 7, 0, 9, 9, 9, 0, 3, 3});
  EXPECT_EQ(
      difference(image_of<std::uint8_t>({1, 12}, {0, 0, 0, 0, 0, 0, 9, 9, 9, 0, 3, 3}), opening(image, {.radius = 1})),
      "");
  EXPECT_RAISES_ABOUT((void)closing(image, {.radius = -2}), ErrorKind::call, "closing: radius is -2");
}

}  // namespace
}  // namespace preamar::test
