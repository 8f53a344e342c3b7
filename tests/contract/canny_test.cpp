// canny: the same bytes as the reference for any layout, number of threads and instruction set; edges at known
// positions.
#include <preamar/canny.h>
#include <preamar/error.h>

#include "tools/raises.h"
#include "tools/unary.h"

#include <cmath>
#include <limits>

namespace preamar::test {
namespace {

constexpr CannyMethod gradient = CannyMethod::gradient, differential = CannyMethod::differential;

constexpr CannyOptions variants[] = {{.sigma = 0, .low = 0, .high = 0, .method = gradient},
                                     {.sigma = 1.4, .low = 4, .high = 7, .method = gradient},
                                     {.sigma = 3, .low = 0, .high = 1, .method = gradient},
                                     {.sigma = 0.6, .low = 10, .high = 30, .method = gradient},
                                     {.sigma = 0, .low = 0, .high = 0, .method = differential},
                                     {.sigma = 1.4, .low = 4, .high = 7, .method = differential},
                                     {.sigma = 3, .low = 0, .high = 1, .method = differential},
                                     {.sigma = 0.6, .low = 10, .high = 30, .method = differential}};

TEST(Canny, gives_the_bytes_of_the_plain_loops_in_every_pair_of_factors) {
  expect_contract(
      {.op = "canny",
       .variants = static_cast<int>(std::size(variants)),
       .oracle = [](ConstImageView image,
                    const UnaryCase& c) { return canny(image, variants[c.variant], {.device = "reference"}); },
       .call = [](ConstImageView image, ImageView out, const UnaryCase& c,
                  const Execution& on) { canny(image, out, variants[c.variant], on); },
       .reference_pixels = 0},
      40);
}

// 0 to the left of column `at`, 100 from there on.
Image step(const Shape& shape, std::int64_t at) {
  Image image(DType::uint8, shape);
  for (std::int64_t i = 0; i < shape.count(); ++i)
    static_cast<std::uint8_t*>(image.data())[i] = i % shape[shape.rank() - 1] >= at ? 100 : 0;
  return image;
}

std::int64_t edges_in(const Image& found, std::int64_t column) {
  const std::int64_t columns = found.shape()[found.shape().rank() - 1];
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < found.shape().count(); ++i)
    count += static_cast<const bool*>(found.data())[i] && (column < 0 || i % columns == column);
  return count;
}

// Ties: both sides of a step have the same gradient; `differential` takes the first of two equal zero crossings.
TEST(Canny, finds_a_step_in_both_ranks) {
  for (const Shape& shape : {Shape{20, 40}, Shape{10, 20, 40}}) {
    const Image image = step(shape, 23);
    const std::int64_t lines = shape.count() / 40, inner = shape.rank() == 2 ? 18 : 18 * 8;
    const Image thin = canny(image, {.sigma = 2, .low = 4, .high = 7, .method = differential});
    EXPECT_EQ(edges_in(thin, 22) + edges_in(thin, 23), lines) << shape.text();
    EXPECT_EQ(edges_in(thin, -1), lines) << shape.text();
    const Image ridges = canny(image, {.sigma = 2, .low = 4, .high = 7});
    EXPECT_GE(edges_in(ridges, 22) + edges_in(ridges, 23), inner) << shape.text();
    EXPECT_EQ(edges_in(ridges, -1), edges_in(ridges, 22) + edges_in(ridges, 23)) << shape.text();
  }
}

// A step of height 100, smoothed by sigma 2, has a gradient of 100 / (sqrt(2 pi) sigma) = 19.9 grey levels per pixel,
// in both methods and ranks.
TEST(Canny, takes_levels_in_grey_levels_a_pixel) {
  for (const Shape& shape : {Shape{20, 40}, Shape{10, 20, 40}})
    for (const CannyMethod method : {gradient, differential}) {
      const Image image = step(shape, 23);
      EXPECT_GT(edges_in(canny(image, {.sigma = 2, .low = 18, .high = 18, .method = method}), -1), 0);
      EXPECT_EQ(edges_in(canny(image, {.sigma = 2, .low = 21, .high = 21, .method = method}), -1), 0);
    }
}

// On a ramp of 4 grey levels per pixel the gradient is constant, so every inner pixel is an edge.
TEST(Canny, takes_a_slope_that_is_the_level) {
  Image ramp(DType::uint8, {5, 40});
  for (int i = 0; i < 200; ++i) static_cast<std::uint8_t*>(ramp.data())[i] = static_cast<std::uint8_t>(4 * (i % 40));
  for (const char* device : {"cpu", "reference"}) {
    EXPECT_EQ(edges_in(canny(ramp, {.sigma = 0, .low = 4, .high = 4}, {.device = device}), -1), 3 * 38) << device;
    EXPECT_EQ(edges_in(canny(ramp, {.sigma = 0, .low = 4, .high = 4.01}, {.device = device}), -1), 0) << device;
  }
}

TEST(Canny, finds_nothing_in_a_constant_image) {
  for (const CannyMethod method : {gradient, differential})
    EXPECT_EQ(
        edges_in(canny(filled<float>({30, 30}, 7), {.sigma = 1, .low = 0.01, .high = 0.01, .method = method}), -1), 0);
}

// Infinities give NaN in between, which are no edges; the result is the same on every backend.
TEST(Canny, takes_infinities) {
  Random random(run_seed());
  Image image = make_noise(DType::float32, {40, 70}, Palette::spread, random);
  static_cast<float*>(image.data())[1000] = std::numeric_limits<float>::infinity();
  static_cast<float*>(image.data())[2000] = -std::numeric_limits<float>::infinity();
  for (const CannyOptions& options : variants)
    for (const std::int64_t target : targets()) {
      const Image expected = canny(image, options, {.device = "reference"});
      const ForcedTarget force(target);
      EXPECT_EQ(difference(expected, canny(image, options)), "") << target_name(target);
    }
}

TEST(Canny, smooths_beyond_the_size_of_the_image) {
  Random random(run_seed());
  const Image image = make_noise(DType::uint16, {9, 300}, Palette::spread, random);
  const CannyOptions options{.sigma = 20, .low = 0, .high = 0};
  EXPECT_EQ(difference(canny(image, options, {.device = "reference"}), canny(image, options)), "");
}

TEST(Canny, refuses_by_name) {
  const Image image = filled<float>({2, 2}, 1);
  EXPECT_RAISES((void)canny(image, {.sigma = 1, .low = 2}), ErrorKind::call,
                "canny: high is required; it must be a number");
  EXPECT_RAISES((void)canny(image, {.sigma = 1, .low = 2, .high = 1}), ErrorKind::call,
                "canny: low is 2 and high is 1; give 0 <= low <= high");
  EXPECT_RAISES((void)canny(image, {.sigma = -1, .low = 1, .high = 2}), ErrorKind::call,
                "canny: sigma is -1; it must be 0 to 1000");
  const Image nan = filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_RAISES((void)canny(nan, {.sigma = 1, .low = 0, .high = 1}), ErrorKind::input,
                "canny: image holds 4 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
