// h-maxima: peaks that rise less than h above the way to a higher one are cut away; h-minima fill shallow hollows.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

enum class Extrema {
  levels,    // the reconstruction itself, of the image's dtype
  extended,  // its regional extrema, bool
};

struct HMaximaOptions {
  double h = 0;          // 0 or more; a whole number for integers, rounded to the type of floats
  int connectivity = 0;  // 1: faces only ... rank: everything; 0: the rank
  Extrema result = Extrema::levels;
};

// Writes `out`, of the image's shape, and of its dtype or bool as `result` says: the image less h, reconstructed by
// dilation under the image. Integers stop at the lowest of their type; floats take one subtraction. The image has rank
// 2 or 3 and no NaN.
PREAMAR_API void h_maxima(const ConstImage& image, const Image& out, const HMaximaOptions& options,
                          const Execution& on = {});
// The image plus h, reconstructed by erosion above the image.
PREAMAR_API void h_minima(const ConstImage& image, const Image& out, const HMaximaOptions& options,
                          const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API OwnedImage h_maxima(const ConstImage& image, const HMaximaOptions& options,
                                              const Execution& on = {});
[[nodiscard]] PREAMAR_API OwnedImage h_minima(const ConstImage& image, const HMaximaOptions& options,
                                              const Execution& on = {});

}  // namespace preamar
