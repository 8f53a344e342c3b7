// gradient: the same bytes on every backend, and the values of the formulas.
#include <preamar/error.h>
#include <preamar/gradient.h>

#include "tools/raises.h"
#include "tools/unary.h"

#include <cmath>
#include <limits>

namespace preamar::test {
namespace {

const std::vector<GradientOptions>& variants() {
  static const std::vector<GradientOptions> all = {
      {.sigma = 0},
      {.sigma = 1.4, .truncate = 3, .border = Border::reflect},
      {.sigma = 1, .spacing = {0.6}, .border = Border::wrap},
      {.sigma = 2.3, .border = Border::constant},
      {.sigma = 3, .truncate = 8},
  };
  return all;
}

// Each option gives a magnitude, and in rank 2 a direction.
struct Wanted {
  GradientOptions options;
  bool is_direction;
};

Wanted wanted(ConstImageView image, const UnaryCase& c) {
  return {variants()[static_cast<std::size_t>(c.variant / 2)], c.variant % 2 == 1 && image.rank() == 2};
}

void call(ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
  const auto [options, is_direction] = wanted(image, c);
  if (!is_direction) return gradient(image, out, options, on);
  Image magnitude(DType::float32, image.shape());
  gradient(image, magnitude, out, options, on);
}

TEST(Gradient, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "gradient",
                   .variants = 2 * static_cast<int>(variants().size()),
                   .oracle = plain_loops(DType::float32, call),
                   .call = call,
                   .reference_pixels = 0});
}

// A ramp that rises by 3 per unit along rows and by 4 along columns; the borders do not influence the middle.
TEST(Gradient, measures_a_plane_in_units_of_the_spacing) {
  for (const double sigma : {0.0, 2.0, 2.5}) {
    const GradientOptions options{.sigma = sigma, .spacing = {0.5, 2}, .truncate = 6};
    Image image(DType::float64, {81, 41}), magnitude(DType::float32, {81, 41}), direction(DType::float32, {81, 41});
    for (std::int64_t i = 0; i < image.shape().count(); ++i)
      static_cast<double*>(image.data())[i] =
          3 * 0.5 * static_cast<double>(i / 41) + 4 * 2.0 * static_cast<double>(i % 41);
    gradient(image, magnitude, direction, options);
    EXPECT_NEAR(static_cast<const float*>(magnitude.data())[40 * 41 + 20], 5, 1e-4);
    EXPECT_NEAR(static_cast<const float*>(direction.data())[40 * 41 + 20], std::atan2(3.0, 4.0), 1e-5);
  }
}

TEST(Gradient, refuses_by_name) {
  const Image image = filled<float>({2, 2, 2}, 1);
  Image a(DType::float32, {2, 2, 2}), b(DType::float32, {2, 2, 2});
  EXPECT_RAISES(gradient(image, a, b, {.sigma = 1}), ErrorKind::call,
                "gradient: direction is asked of an image of rank 3; it is for rank 2");
  EXPECT_RAISES((void)gradient(image, {.sigma = std::numeric_limits<double>::infinity()}), ErrorKind::call,
                "gradient: sigma is inf; it must be 0 or more, and finite");
}

}  // namespace
}  // namespace preamar::test
