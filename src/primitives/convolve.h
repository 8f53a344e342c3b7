// convolve: a separable filter (weighted sums along each axis in turn), or the gradient (one derivative per axis). The
// border mode defines the values beyond the edges.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"
#include "primitives/rules/weighted_sum.h"

#include <preamar/border.h>

#include <array>
#include <optional>
#include <vector>

namespace preamar::primitives {

// Weights for 0 to radius steps along an axis; the parity of the filter gives the weights of the other side. Rounded to
// the working type before use.
using Weights = std::vector<double>;

// Intermediate values have the working type of the image (rules/convert.h). Passes run along x (the last axis), then y,
// then z, each by weighted_sum() on the result of the pass before. Beyond a constant border every pass reads 0.
struct ConvolveSpec {
  std::array<Weights, max_rank> smooth;  // even, per axis; radius 0 or more
  std::array<Weights, max_rank> derive;  // odd, per axis, for the gradient; radius 1 or more; element 0 is not used
  Border border = Border::nearest;
};

// The results to compute, as views with dense rows and the image's shape.
struct ConvolveResults {
  // The even sums along all axes, converted to any dtype by Convert.
  std::optional<ImageView> smooth{};
  // Each component of the gradient applies `derive` along its axis and `smooth` along the others. The magnitude is
  // float32: the square root of the sum of squares, added in the order z, y, x.
  std::optional<ImageView> magnitude{};
  // float32, only with the magnitude and in rank 2: the angle() of the y and x components.
  std::optional<ImageView> direction{};
};

// The image has rank 2 or 3, dense rows and no NaN, and overlaps no result. Exactly one of `smooth` and `magnitude` is
// set.
inline void convolve(const Execution& on, const ConvolveSpec& spec, ConstImageView image,
                     const ConvolveResults& results) {
  PREAMAR_ASSERT(is_grid(image), "the image has rank 2 or 3 and dense rows");
  for (const auto& result : {results.smooth, results.magnitude, results.direction})
    PREAMAR_ASSERT(
        is_absent_or(result, [&](ImageView out) { return is_grid_of(out, image.shape()) && !overlap(out, image); }),
        "a result has the image's shape, dense rows and memory of its own");
  PREAMAR_ASSERT(results.smooth.has_value() != results.magnitude.has_value(),
                 "either smooth or magnitude is asked for");
  PREAMAR_ASSERT(!results.direction || (results.magnitude && image.rank() == 2),
                 "direction comes with magnitude, in rank 2");
  backend_for(on).convolve(on, spec, image, results);
}

}  // namespace preamar::primitives
