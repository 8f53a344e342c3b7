// The slope of an image by Sobel's differences.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

struct SobelOptions {
  Border border = Border::nearest;
};

// Writes to `magnitude`, float32 and of the image's shape, the root of the sum of squares of one difference for each
// axis: -1 0 1 along it and 1 2 1 along the others, not divided by the sum of weights. The image has rank 2 or 3 and no
// NaN, and shares no memory with the result. The same bytes on every backend and with any number of threads.
PREAMAR_API void sobel(ConstImageView image, ImageView magnitude, const SobelOptions& options = {},
                       const Execution& on = {});

// Writes also, as float32 to `direction`, whither the image rises, in rank 2: atan2 of the differences along rows and
// columns, in radians above -pi and up to pi, within 4e-7 of the true angle; 0 where the image is level.
PREAMAR_API void sobel(ConstImageView image, ImageView magnitude, ImageView direction, const SobelOptions& options = {},
                       const Execution& on = {});

// The first, into a new image.
[[nodiscard]] PREAMAR_API Image sobel(ConstImageView image, const SobelOptions& options = {}, const Execution& on = {});

}  // namespace preamar
