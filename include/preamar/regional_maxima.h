// Regional extrema: plateaus without a higher, or without a lower, neighbour.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

struct RegionalMaximaOptions {
  int connectivity = 0;  // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, bool and of the image's shape: true on every plateau, that is connected pixels of one value, with no
// higher neighbour. A constant image is one maximum. The image has rank 2 or 3 and no NaN.
PREAMAR_API void regional_maxima(ConstImageView image, ImageView out, const RegionalMaximaOptions& options = {},
                                 const Execution& on = {});
// The same for plateaus with no lower neighbour.
PREAMAR_API void regional_minima(ConstImageView image, ImageView out, const RegionalMaximaOptions& options = {},
                                 const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image regional_maxima(ConstImageView image, const RegionalMaximaOptions& options = {},
                                                const Execution& on = {});
[[nodiscard]] PREAMAR_API Image regional_minima(ConstImageView image, const RegionalMaximaOptions& options = {},
                                                const Execution& on = {});

}  // namespace preamar
