// The weights of filters.
#pragma once

#include "primitives/block_form.h"
#include "primitives/convolve.h"

#include <preamar/operator.h>

#include <string_view>
#include <vector>

namespace preamar {

// A Gaussian as options give it, in the unit of the spacing.
struct GaussianScale {
  double sigma;
  const std::vector<double>& spacing;  // one number for all axes or one for each
  double truncate;                     // where the kernel ends, in sigmas
};

// Kernels along each axis in pixels, computed by arithmetic that is the same on every machine. Throws Error (call) for
// numbers that are negative or not finite, and for a radius of more than a million pixels.
[[nodiscard]] std::array<primitives::Weights, max_rank> gaussian_weights(std::string_view op,
                                                                         const GaussianScale& scale, int rank);
// Its derivative for each axis, per unit of the spacing; where the radius is 0, the central difference.
[[nodiscard]] std::array<primitives::Weights, max_rank> slope_weights(std::string_view op, const GaussianScale& scale,
                                                                      int rank);
// The discrete Gaussian exp(-v) I_k(v) of variance v = sigma^2 in pixels, up to the k with which the sum, 1, is reached
// but for `error`, 1e-12 to 0.5.
[[nodiscard]] primitives::Weights discrete_gaussian(double sigma, double error = 0.01);
// The same along each axis; `truncate` is not used. Throws Error (call) as gaussian_weights, and for another error.
[[nodiscard]] std::array<primitives::Weights, max_rank> discrete_weights(std::string_view op,
                                                                         const GaussianScale& scale, double error,
                                                                         int rank);

// How many pixels beyond itself each one is made from, along each axis.
[[nodiscard]] Place reach(const std::array<primitives::Weights, max_rank>& weights);
// Bytes that each thread takes for a convolution of an image of such a shape.
[[nodiscard]] double convolve_scratch(const primitives::ConvolveSpec& spec, DType dtype, const Shape& box);
// Whether pixels beyond the edges are made from those near them; those of `wrap` lie at the other end.
[[nodiscard]] constexpr bool stays_near(Border border) { return border != Border::wrap; }

}  // namespace preamar
