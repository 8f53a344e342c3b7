// opening_by_reconstruction and its dual against a search around each pixel and a flood by a queue of pixels.
#include <preamar/opening_by_reconstruction.h>

#include "tools/around.h"
#include "tools/oracle.h"
#include "tools/raises.h"
#include "tools/unary.h"

namespace preamar::test {
namespace {

FlatOptions ball_of(const UnaryCase& c) { return {.radius = flat_variant(c).radius, .shape = FlatShape::ball}; }

TEST(OpeningByReconstruction, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "opening_by_reconstruction",
                   .variants = 2 * flat_variants,
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         const bool opens = c.variant < flat_variants;
                         return oracle(around(image, ball_of(c), opens ? -1 : 1), image,
                                       opens ? Method::dilation : Method::erosion, c.connectivity);
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         const OpeningByReconstructionOptions options{ball_of(c).radius, c.connectivity};
                         c.variant < flat_variants ? opening_by_reconstruction(image, out, options, on)
                                                   : closing_by_reconstruction(image, out, options, on);
                       },
                   .reference_pixels = 3000},
                  50);
}

TEST(OpeningByReconstruction, keeps_the_outline_of_what_remains) {
  const Image image = image_of<std::uint8_t>({3, 7}, {0, 8, 8, 8, 0, 5, 0, 8, 8, 8, 8, 0, 5, 0, 0, 8, 8, 8, 0, 5, 0});
  const Image kept = image_of<std::uint8_t>({3, 7}, {0, 8, 8, 8, 0, 0, 0, 8, 8, 8, 8, 0, 0, 0, 0, 8, 8, 8, 0, 0, 0});
  EXPECT_EQ(difference(kept, opening_by_reconstruction(image, {.radius = 1})), "");
  EXPECT_RAISES_ABOUT((void)closing_by_reconstruction(image, {.radius = 1, .connectivity = 9}), ErrorKind::call,
                      "closing_by_reconstruction: connectivity is 9");
}

}  // namespace
}  // namespace preamar::test
