// Canny's edges: thin lines where an image changes most, kept where they hang together with strong ones.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

enum class CannyMethod {
  gradient,      // where the slope is steepest along itself; as scikit-image
  differential,  // where the second derivative along the slope passes 0; as ITK
};

struct CannyOptions {
  double sigma = required;  // of the Gaussian that smooths first, in pixels; 0 to 1000, 0 smooths nothing
  double low = required, high = required;  // of the slope, in grey levels a pixel; 0 <= low <= high
  CannyMethod method = CannyMethod::gradient;
};

// Writes `out`, bool and of the image's shape: pixels on a thin line whose slope is low or more (`differential`: above
// it) that touch, through others and by corners too, one whose slope is high or more. The image has rank 2 or 3 and no
// NaN; numbers are held in float, and in double for float64 and integers of 32 and 64 bits.
PREAMAR_API void canny(ConstImageView image, ImageView out, const CannyOptions& options, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image canny(ConstImageView image, const CannyOptions& options, const Execution& on = {});

}  // namespace preamar
