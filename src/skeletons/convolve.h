// convolve: weighted sums along each axis in turn, with what lies beyond the edges given by a border; or the slope of
// an image, from one such derivative for each axis.
#pragma once

#include "skeletons/backend.h"
#include "skeletons/rules/weighted_sum.h"

#include <preamar/border.h>

#include <array>
#include <vector>

namespace preamar {

// The weights of 0 to radius steps along an axis, those on the other side being as the parity of their use says.
// Rounded to the working type before they are used.
using Weights = std::vector<double>;

// Numbers are held in the working type of the image (rules/convert.h). Each pass takes the numbers of the one before,
// along x (the last axis), then y, then z, by weighted_sum(); beyond a constant border every pass reads 0.
struct ConvolveSpec {
  std::array<Weights, max_rank> smooth;  // even, for each axis; at least the centre
  std::array<Weights, max_rank> derive;  // odd, where a slope is asked for: at least radius 1; element 0 is not used
  Border border = Border::nearest;
};

// What is wanted, as views with dense rows of the image's shape; what is not is of rank 0.
struct ConvolveResults {
  Image smooth{};  // the even sums along all axes, of any dtype, by Convert
  // The slope has one part for each axis: `derive` along that one and `smooth` along the others.
  Image magnitude{};  // float32: the root of the sum of squares of the parts of z, y, x, added in this order
  Image direction{};  // float32, with the magnitude and in rank 2: the angle() of the parts of y and x
};

// An image of rank 2 or 3 with dense rows and no NaN, which overlaps no result. Either `smooth` or a slope is asked
// for.
inline void convolve(const Execution& on, const ConvolveSpec& spec, const ConstImage& image,
                     const ConvolveResults& results) {
  backend_for(on).convolve(on, spec, image, results);
}

}  // namespace preamar
