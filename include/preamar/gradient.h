// The slope of an image by derivatives of a Gaussian.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <vector>

namespace preamar {

struct GradientOptions {
  double sigma = required;         // of the Gaussian, in the unit of the spacing; 0: central differences
  std::vector<double> spacing{1};  // the distance of neighbours along each axis, or one number for all
  double truncate = 4;             // the kernel ends at so many sigmas, rounded to whole pixels
  Border border = Border::nearest;
};

// Writes to `magnitude`, float32 and of the image's shape, how fast the image rises per unit of the spacing: the root
// of the sum of squares of one derivative for each axis. The image has rank 2 or 3 and no NaN, and shares no memory
// with the result. The same bytes on every backend and with any number of threads.
PREAMAR_API void gradient(ConstImageView image, ImageView magnitude, const GradientOptions& options,
                          const Execution& on = {});

// Writes also, as float32 to `direction`, whither it rises, in rank 2: atan2 of the derivatives along rows and columns,
// in radians above -pi and up to pi, within 4e-7 of the true angle; 0 where the image is level.
PREAMAR_API void gradient(ConstImageView image, ImageView magnitude, ImageView direction,
                          const GradientOptions& options, const Execution& on = {});

// The first, into a new image.
[[nodiscard]] PREAMAR_API Image gradient(ConstImageView image, const GradientOptions& options,
                                         const Execution& on = {});

}  // namespace preamar
