// gaussian: the same bytes on every backend, and the values of the formula.
#include <preamar/error.h>
#include <preamar/gaussian.h>

#include "core/border.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cmath>
#include <limits>

namespace preamar::test {
namespace {

// Radii of 0 to 30, larger than many of the images; radii with a specialised loop and with the general one; all
// borders.
const std::vector<GaussianOptions>& variants() {
  static const std::vector<GaussianOptions> all = {
      {.sigma = 0},
      {.sigma = 1.4, .truncate = 3},
      {.sigma = 1.5, .border = Border::reflect},
      {.sigma = 0.7, .border = Border::wrap},
      {.sigma = 1, .truncate = 5, .border = Border::constant, .dtype = DType::float32},
      {.sigma = 1, .spacing = {0.5}, .border = Border::wrap, .dtype = DType::uint8},
      {.sigma = 2, .truncate = 15, .border = Border::reflect, .dtype = DType::float64},
      {.sigma = 3, .border = Border::constant, .dtype = DType::int32},
      {.sigma = 0.2, .dtype = DType::boolean},
      {.sigma = 1.4, .kernel = GaussianKernel::discrete, .dtype = DType::float32},
  };
  return all;
}

const GaussianOptions& options_of(const UnaryCase& c) { return variants()[static_cast<std::size_t>(c.variant)]; }

TEST(Gaussian, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "gaussian",
                   .variants = static_cast<int>(variants().size()),
                   .oracle = [](ConstImageView image,
                                const UnaryCase& c) { return gaussian(image, options_of(c), {.device = "reference"}); },
                   .call = [](ConstImageView image, ImageView out, const UnaryCase& c,
                              const Execution& on) { gaussian(image, out, options_of(c), on); },
                   .reference_pixels = 0});
}

// The sum over the whole neighbourhood in one step, in long double.
double smoothed(ConstImageView image, const GaussianOptions& options, std::int64_t y, std::int64_t x) {
  const double step[2] = {options.spacing.front(), options.spacing.back()};
  std::int64_t radius[2];
  for (int i = 0; i < 2; ++i) radius[i] = static_cast<std::int64_t>(options.truncate * options.sigma / step[i] + 0.5);
  long double sum = 0, total = 0;
  for (std::int64_t dy = -radius[0]; dy <= radius[0]; ++dy)
    for (std::int64_t dx = -radius[1]; dx <= radius[1]; ++dx) {
      const double away = (dy * step[0] * dy * step[0] + dx * step[1] * dx * step[1]) / options.sigma / options.sigma;
      const long double weight = std::exp(-0.5L * away);
      total += weight;
      const std::int64_t v = border_index(options.border, y + dy, image.shape()[0]);
      const std::int64_t u = border_index(options.border, x + dx, image.shape()[1]);
      if (v != outside && u != outside)
        sum += weight * static_cast<const double*>(image.data())[v * image.shape()[1] + u];
    }
  return static_cast<double>(sum / total);
}

// Two passes of at most 60 terms, each rounded to double.
TEST(Gaussian, is_the_sum_that_the_formula_gives) {
  Random random(run_seed());
  Image image(DType::float64, {13, 20});
  for (std::int64_t i = 0; i < image.shape().count(); ++i)
    static_cast<double*>(image.data())[i] = static_cast<double>(random.below(1000));
  for (const Border border : {Border::nearest, Border::reflect, Border::constant, Border::wrap})
    for (const double sigma : {0.6, 2.0, 7.0}) {
      const GaussianOptions options{.sigma = sigma, .spacing = {1, 1.25}, .truncate = 3.5, .border = border};
      const Image found = gaussian(image, options);
      for (std::int64_t i = 0; i < image.shape().count(); ++i)
        ASSERT_NEAR(static_cast<const double*>(found.data())[i], smoothed(image, options, i / 20, i % 20), 1e-10);
    }
}

// A constant integer image stays unchanged, up to the maximum of the dtype.
TEST(Gaussian, leaves_flat_ground) {
  for (const double level : {0.0, 1.0, 254.0, 255.0}) {
    const auto image = filled<std::uint8_t>({40, 70}, static_cast<std::uint8_t>(level));
    EXPECT_EQ(difference(image, gaussian(image, {.sigma = 2.5}, {.device = tested_device()})), "");
  }
}

// The discrete kernel turns a bright column into exp(-v) I_k(v); expected values from std::cyl_bessel_i.
TEST(Gaussian, has_a_discrete_kernel) {
  Image image = filled<double>({3, 81}, 0);
  for (int y = 0; y < 3; ++y) static_cast<double*>(image.data())[y * 81 + 40] = 1;
  for (const double sigma : {0.3, 1.4, 4.0}) {
    const Image found = gaussian(image, {.sigma = sigma, .kernel = GaussianKernel::discrete, .error = 1e-12});
    const double variance = sigma * sigma;
    for (int k = 0; k <= 30; ++k)
      ASSERT_NEAR(static_cast<const double*>(found.data())[81 + 40 + k],
                  std::exp(-variance) * std::cyl_bessel_i(static_cast<double>(k), variance), 1e-11)
          << sigma << " at " << k;
  }
}

TEST(Gaussian, refuses_by_name) {
  const Image image = filled<float>({2, 2}, 1);
  EXPECT_RAISES((void)gaussian(image, {}), ErrorKind::call, "gaussian: sigma is required; it must be a number");
  EXPECT_RAISES((void)gaussian(image, {.sigma = -1}), ErrorKind::call,
                "gaussian: sigma is -1; it must be 0 or more, and finite");
  EXPECT_RAISES((void)gaussian(image, {.sigma = 1, .truncate = 0}), ErrorKind::call,
                "gaussian: truncate is 0; it must be positive and finite");
  EXPECT_RAISES((void)gaussian(image, {.sigma = 1, .kernel = GaussianKernel::discrete, .error = 0}), ErrorKind::call,
                "gaussian: error is 0; it must be 1e-12 to 0.5");
  EXPECT_RAISES((void)gaussian(image, {.sigma = 1e6}), ErrorKind::call,
                "gaussian: sigma is 1e+06 and truncate 4; the kernel would reach further than 1e+06 pixels");
  EXPECT_RAISES((void)gaussian(image, {.sigma = 1, .spacing = {1, 2, 3}}), ErrorKind::call,
                "gaussian: spacing has 3 numbers; give 1, or 2, one for each axis of the image");
  const Image nan = filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_RAISES((void)gaussian(nan, {.sigma = 1}), ErrorKind::input, "gaussian: image holds 4 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
