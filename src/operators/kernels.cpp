#include "operators/kernels.h"

#include "core/error_text.h"
#include "operators/spacing.h"
#include "primitives/rules/convert.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace preamar {
using namespace primitives;
namespace {

constexpr double most_radius = 1e6;
constexpr double most_discrete_sigma = 250000;
constexpr double discrete_reach = 10;  // in sigmas; beyond it a weight is below 1e-20 of the first

// exp(x) for x <= 0, accurate to about one bit. Our own, because mathematical libraries differ in the last bit. With
// x = n ln 2 + r, |r| <= ln 2 / 2, it is 2^n times the Taylor series of e^r.
double power_of_e(double x) {
  constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;  // n * ln2_high is exact
  const double n = std::nearbyint(x / (ln2_high + ln2_low)), r = (x - n * ln2_high) - n * ln2_low;
  double sum = 1;
  for (int k = 15; k > 0; --k) sum = 1 + sum * r / k;
  return n < -1100 ? 0 : std::ldexp(sum, static_cast<int>(n));
}

int radius_of(std::string_view op, const GaussianScale& scale, double sigma) {
  const double radius = scale.truncate * sigma + 0.5;
  if (!(radius <= most_radius))
    throw Error(ErrorKind::call, text(op, ": sigma is ", scale.sigma, " and truncate ", scale.truncate,
                                      "; the kernel would reach further than ", most_radius, " pixels"));
  return static_cast<int>(radius);
}

// Scales the weights to the sum 1. The sum runs from the smallest weight, at the end, to the largest.
Weights normalised(Weights weights) {
  const double total = 2 * std::accumulate(weights.rbegin(), weights.rend() - 1, 0.0) + weights[0];
  for (double& weight : weights) weight /= total;
  return weights;
}

Weights gaussian_within(double sigma, int radius) {
  Weights weights{1};
  for (int k = 1; k <= radius; ++k) weights.push_back(power_of_e(-0.5 / (sigma * sigma) * k * k));
  return normalised(std::move(weights));
}

Weights derivative(double sigma, int radius, double spacing) {
  if (radius == 0) return {0, 0.5 / spacing};
  Weights weights = gaussian_within(sigma, radius);
  for (int k = 0; k <= radius; ++k) weights[static_cast<std::size_t>(k)] *= k / (sigma * sigma) / spacing;
  return weights;
}

// Calls make(sigma in pixels, spacing) for each axis.
template <class Make>
std::array<Weights, max_rank> for_axes(std::string_view op, const GaussianScale& scale, int rank, const Make& make) {
  if (!(scale.sigma >= 0) || !std::isfinite(scale.sigma))
    throw Error(ErrorKind::call, text(op, ": sigma is ", scale.sigma, "; it must be 0 or more, and finite"));
  if (!(scale.truncate > 0) || !std::isfinite(scale.truncate))
    throw Error(ErrorKind::call, text(op, ": truncate is ", scale.truncate, "; it must be positive and finite"));
  const std::vector<double> spacing = one_per_axis(op, scale.spacing, rank);
  std::array<Weights, max_rank> all;
  for (std::size_t axis = 0; axis < spacing.size(); ++axis)
    all[axis] = make(scale.sigma / spacing[axis], spacing[axis]);
  return all;
}

}  // namespace

std::array<Weights, max_rank> gaussian_weights(std::string_view op, const GaussianScale& scale, int rank) {
  return for_axes(op, scale, rank,
                  [&](double sigma, double) { return gaussian_within(sigma, radius_of(op, scale, sigma)); });
}

std::array<Weights, max_rank> slope_weights(std::string_view op, const GaussianScale& scale, int rank) {
  return for_axes(op, scale, rank, [&](double sigma, double spacing) {
    return derivative(sigma, radius_of(op, scale, sigma), spacing);
  });
}

// Recurrence of the modified Bessel functions, I_(k-1) = I_(k+1) + 2 k / v I_k. It is stable downwards, and starts so
// far out that the start value does not matter.
Weights discrete_gaussian(double sigma, double error) {
  constexpr double scale = 1e-200;
  const double variance = sigma * sigma;
  if (variance < 1e-12) return {1};
  const auto far = static_cast<std::size_t>(discrete_reach * sigma) + 40;
  Weights weights(far + 2, 0.0);
  weights[far] = scale;
  for (std::size_t k = far; k > 0; --k) {
    weights[k - 1] = weights[k + 1] + 2 * static_cast<double>(k) / variance * weights[k];
    if (weights[k - 1] > 1 / scale)
      for (std::size_t i = k - 1; i < weights.size(); ++i) weights[i] *= scale;
  }
  weights = normalised(std::move(weights));
  double sum = weights[0] + 2 * weights[1];
  std::size_t last = 1;
  while (sum < 1 - error && last < far) sum += 2 * weights[++last];  // rounding may keep the sum below 1 - error
  weights.resize(last + 1);
  return normalised(std::move(weights));
}

std::array<Weights, max_rank> discrete_weights(std::string_view op, const GaussianScale& scale, double error,
                                               int rank) {
  if (!(error >= 1e-12 && error <= 0.5))
    throw Error(ErrorKind::call, text(op, ": error is ", error, "; it must be 1e-12 to 0.5"));
  return for_axes(op, scale, rank, [&](double sigma, double) {
    if (!(sigma <= most_discrete_sigma))
      throw Error(ErrorKind::call, text(op, ": sigma is ", sigma, " pixels; with kernel=discrete it must be at most ",
                                        most_discrete_sigma, ", as ", discrete_reach, " sigma weights are computed"));
    return discrete_gaussian(sigma, error);
  });
}

Coordinates reach(const std::array<Weights, max_rank>& weights) {
  Coordinates cells{};
  for (std::size_t axis = 0; axis < max_rank; ++axis)
    cells[axis] = std::max<std::int64_t>(1, static_cast<std::int64_t>(weights[axis].size())) - 1;
  return cells;
}

// Mirrors the CPU convolution: tiles are as wide as the nearer caches allow, at least 128 columns, and hold one line of
// sums per weight of the kernel.
double convolve_scratch(const ConvolveSpec& spec, DType dtype, const Shape& box) {
  constexpr double near_bytes = 1 << 20, slack = 96;
  const bool is_volume = box.rank() == 3, is_slope = !spec.derive[0].empty();
  const Coordinates smooth = reach(spec.smooth), slope = reach(spec.derive);
  const auto radius = [&](int before) {
    const auto axis = static_cast<std::size_t>(box.rank() - 1 - before);
    return static_cast<double>(std::max(smooth[axis], slope[axis]));
  };
  const auto extent = [&](int before) { return static_cast<double>(box[box.rank() - 1 - before]); };
  const auto lines = [&](int before) { return std::min(extent(before), 2 * radius(before) + 1) + 1; };
  const double x_sums = is_slope ? 2 : 1, y_sums = !is_slope ? 1 : is_volume ? 3 : 2;
  const double rows = std::min(extent(1), std::max(is_volume ? 32.0 : 256.0, 4 * radius(1)));
  const auto bytes = [&](double columns) {
    const double stride = columns + slack;
    const double cells =
        2 * radius(0) + (y_sums + 3 + lines(1) * x_sums) * stride + (is_volume ? lines(2) * y_sums * rows * stride : 0);
    return cells * static_cast<double>(size_of(working_dtype(dtype)));
  };
  double columns = is_volume ? 256 : 1024;
  while (columns > 128 && bytes(columns) > near_bytes) columns /= 2;
  constexpr double weight = 100;  // bytes per weight: all copies, and the work array of a discrete kernel
  return bytes(columns) + weight * std::max({radius(0), radius(1), is_volume ? radius(2) : 0});
}

// Mirrors the CPU edge thinning: rings of three rows or planes of five quantities, and one line of sums per weight.
double edge_thinning_scratch(const EdgeThinningSpec& spec, DType dtype, const Shape& box) {
  const auto radius = static_cast<double>(spec.weights.size()) - 1,
             cell = static_cast<double>(size_of(working_dtype(dtype)));
  const bool is_volume = box.rank() == 3;
  const auto extent = [&](int before) { return static_cast<double>(box[box.rank() - 1 - before]); };
  const auto lines = [&](int before) { return std::min(extent(before), 2 * radius + 1) + 1; };
  const double columns = std::min(extent(0), (is_volume ? 1024 : 4096) / cell) + 64;
  const double rows = (is_volume ? std::min(extent(1), 64.0) : 1) + 4;
  const double cells = (lines(1) + 1 + ((is_volume ? lines(2) : 0) + 5 * 3) * rows) * columns + 2 * radius;
  constexpr double growing = 3;  // a list of factors per axis, while it grows
  const double factors = growing * (extent(0) + extent(1) + (is_volume ? extent(2) : 0));
  constexpr double weight = 100;  // bytes per weight: all copies, and the work array of a discrete kernel
  return (cells + factors) * cell + weight * radius;
}

}  // namespace preamar
