// fill_holes against a marker on the border and a flood by a queue of pixels.
#include <preamar/fill_holes.h>

#include "tools/edge.h"
#include "tools/oracle.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <limits>

namespace preamar::test {
namespace {

// Grey levels and masks alike: a hole of a mask is a depression between the levels 0 and 1.
TEST(FillHoles, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "fill_holes",
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         return oracle(edge_marker(image, Method::erosion), image, Method::erosion, c.connectivity);
                       },
                   .call = [](ConstImageView image, ImageView out, const UnaryCase& c,
                              const Execution& on) { fill_holes(image, out, {.connectivity = c.connectivity}, on); }},
                  300);
}

TEST(FillHoles, joins_the_background_by_faces_unless_asked) {
  const Image ring = image_of<bool>({4, 4}, {0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0});
  const Image full = image_of<bool>({4, 4}, {0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0});
  for (const std::string& device : {std::string("reference"), tested_device()}) {
    EXPECT_EQ(difference(full, fill_holes(ring, {}, {.device = device})), "");
    EXPECT_EQ(difference(ring, fill_holes(ring, {.connectivity = 2}, {.device = device})), "");
  }
}

TEST(FillHoles, fills_to_the_lowest_rim) {
  const Image image = image_of<std::uint8_t>({3, 5}, {9, 9, 9, 9, 9, 9, 1, 7, 2, 6, 9, 9, 9, 9, 9});
  const Image full = image_of<std::uint8_t>({3, 5}, {9, 9, 9, 9, 9, 9, 7, 7, 6, 6, 9, 9, 9, 9, 9});
  EXPECT_EQ(difference(full, fill_holes(image)), "");
}

TEST(FillHoles, refuses_what_it_cannot_take) {
  EXPECT_RAISES((void)fill_holes(filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN())), ErrorKind::input,
                "fill_holes: image holds 4 NaN; replace them");
  EXPECT_RAISES((void)fill_holes(filled<int>({2, 2}, 0), {.connectivity = 3}), ErrorKind::call,
                "fill_holes: connectivity is 3; it must be from 1 to 2");
}

}  // namespace
}  // namespace preamar::test
