// convolve: a separable filter, that is weighted sums along each axis in turn; or the gradient, from one derivative for
// each axis. A border says what lies beyond the edges.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"
#include "primitives/rules/weighted_sum.h"

#include <preamar/border.h>

#include <array>
#include <optional>
#include <vector>

namespace preamar::primitives {

// The weights of 0 to radius steps along an axis, those on the other side being as the parity of their use says.
// Rounded to the working type before they are used.
using Weights = std::vector<double>;

// Numbers are held in the working type of the image (rules/convert.h). Each pass takes the numbers of the one before,
// along x (the last axis), then y, then z, by weighted_sum(); beyond a constant border every pass reads 0.
struct ConvolveSpec {
  std::array<Weights, max_rank> smooth;  // even, for each axis; at least the centre
  std::array<Weights, max_rank> derive;  // odd, for the gradient: at least radius 1; element 0 is not used
  Border border = Border::nearest;
};

// What is wanted, as views with dense rows of the image's shape.
struct ConvolveResults {
  // The even sums along all axes, of any dtype, by Convert.
  std::optional<ImageView> smooth{};
  // The gradient has one part for each axis: `derive` along that one and `smooth` along the others. Its magnitude is
  // float32: the root of the sum of squares of the parts of z, y, x, added in this order.
  std::optional<ImageView> magnitude{};
  // Its direction is float32, with the magnitude and in rank 2: the angle() of the parts of y and x.
  std::optional<ImageView> direction{};
};

// An image of rank 2 or 3 with dense rows and no NaN, which overlaps no result. Either `smooth` or `magnitude` is
// asked for.
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
