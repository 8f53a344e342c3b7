// Weights of convolution filters.
#pragma once

#include "primitives/block_form.h"
#include "primitives/convolve.h"
#include "primitives/edge_thinning.h"

#include <preamar/operator.h>

#include <string_view>
#include <vector>

namespace preamar {

// A Gaussian as the options define it; `sigma` is in the unit of the spacing.
struct GaussianScale {
  double sigma;
  const std::vector<double>& spacing;  // one number for all axes, or one per axis
  double truncate;                     // radius of the kernel, in multiples of sigma
};

// One kernel per axis, in pixels; bit-identical on every machine. Throws Error (call) for numbers that are negative or
// not finite, and for a radius above a million pixels.
[[nodiscard]] std::array<primitives::Weights, max_rank> gaussian_weights(std::string_view op,
                                                                         const GaussianScale& scale, int rank);
// The derivative of the Gaussian along each axis, per unit of the spacing; for radius 0 the central difference.
[[nodiscard]] std::array<primitives::Weights, max_rank> slope_weights(std::string_view op, const GaussianScale& scale,
                                                                      int rank);
// The discrete Gaussian exp(-v) I_k(v) of variance v = sigma^2, in pixels. It ends at the first k for which the sum of
// the weights is at least 1 - `error`; `error` is from 1e-12 to 0.5.
[[nodiscard]] primitives::Weights discrete_gaussian(double sigma, double error = 0.01);
// The same for each axis; `truncate` is not used. Throws Error (call) as gaussian_weights(), and for an `error` out of
// range.
[[nodiscard]] std::array<primitives::Weights, max_rank> discrete_weights(std::string_view op,
                                                                         const GaussianScale& scale, double error,
                                                                         int rank);

// The halo along each axis, in pixels.
[[nodiscard]] Coordinates reach(const std::array<primitives::Weights, max_rank>& weights);
// Bytes per thread for the convolution of an image of shape `box`.
[[nodiscard]] double convolve_scratch(const primitives::ConvolveSpec& spec, DType dtype, const Shape& box);
// Bytes per thread for the edge thinning of an image of shape `box`.
[[nodiscard]] double edge_thinning_scratch(const primitives::EdgeThinningSpec& spec, DType dtype, const Shape& box);

// `blocks` of an operator with values beyond the border: none with `wrap`, which takes them from the opposite border.
template <const BlockForm& form, const auto& table>
const BlockForm* unless_wrapped(std::span<const ImageType>, const Values& values) {
  return table.from(values).border == Border::wrap ? nullptr : &form;
}

}  // namespace preamar
