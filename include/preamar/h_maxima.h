// h-maxima: peaks that rise less than h above the way to a higher one are cut away; h-minima fill shallow hollows.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

struct HMaximaOptions {
  double h = required;    // 0 or more; an integer for integer images, rounded to the type of floats
  int connectivity = 0;   // 1: faces only ... rank: everything; 0: the rank
  bool extended = false;  // give the regional extrema of the reconstruction instead of its levels
};

// Writes `out`, of the image's shape, and of its dtype, or bool where `extended`: the image less h, reconstructed by
// dilation under the image. Integers stop at the lowest of their type; floats take one subtraction. The image has rank
// 2 or 3 and no NaN.
PREAMAR_API void h_maxima(ConstImageView image, ImageView out, const HMaximaOptions& options, const Execution& on = {});
// The image plus h, reconstructed by erosion above the image.
PREAMAR_API void h_minima(ConstImageView image, ImageView out, const HMaximaOptions& options, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image h_maxima(ConstImageView image, const HMaximaOptions& options, const Execution& on = {});
[[nodiscard]] PREAMAR_API Image h_minima(ConstImageView image, const HMaximaOptions& options, const Execution& on = {});

}  // namespace preamar
