// top_hat: compared with the image minus its opening, computed by plain loops.
#include <preamar/top_hat.h>

#include "tools/around.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <limits>

namespace preamar::test {
namespace {

Image expected(ConstImageView image, const FlatOptions& options) {
  Image result = around(around(image, options, -1), options, 1);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      T& cell = static_cast<T*>(result.data())[i];
      const T here = static_cast<const T*>(image.data())[i];
      if constexpr (std::is_floating_point_v<T>)
        cell = here == cell ? T{0} : here - cell;
      else
        cell = static_cast<T>(std::min(static_cast<long double>(here) - static_cast<long double>(cell),
                                       static_cast<long double>(std::numeric_limits<T>::max())));
    }
  });
  return result;
}

TEST(TopHat, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "top_hat",
                   .variants = flat_variants,
                   .oracle = [](ConstImageView image, const UnaryCase& c) { return expected(image, flat_variant(c)); },
                   .call = [](ConstImageView image, ImageView out, const UnaryCase& c,
                              const Execution& on) { top_hat(image, out, flat_variant(c), on); },
                   .reference_pixels = 3000},
                  50);
}

TEST(TopHat, stops_at_the_greatest_of_the_type) {
  const Image image = image_of<std::int8_t>({1, 5}, {-128, -128, 127, -128, -128});
  EXPECT_EQ(difference(image_of<std::int8_t>({1, 5}, {0, 0, 127, 0, 0}), top_hat(image, {.radius = 1})), "");
}

TEST(TopHat, is_zero_where_an_infinity_stays) {
  constexpr float high = std::numeric_limits<float>::infinity();
  const Image image = image_of<float>({1, 5}, {high, high, high, 0, 2});
  EXPECT_EQ(difference(image_of<float>({1, 5}, {0, 0, 0, 0, 2}), top_hat(image, {.radius = 1})), "");
  EXPECT_RAISES_ABOUT((void)top_hat(image, {.radius = -1}), ErrorKind::call, "top_hat: radius is -1");
}

}  // namespace
}  // namespace preamar::test
