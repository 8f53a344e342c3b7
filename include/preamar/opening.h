// Flat opening and closing: erosion then dilation, and the reverse.
#pragma once

#include <preamar/dilate.h>

namespace preamar {

// Writes `out`, of the image's shape and dtype, in memory of its own: the image without what is bright and narrower
// than the shape. The image has rank 2 or 3 and no NaN.
PREAMAR_API void opening(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});
// The same for what is dark and narrower.
PREAMAR_API void closing(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image opening(ConstImageView image, const FlatOptions& options, const Execution& on = {});
[[nodiscard]] PREAMAR_API Image closing(ConstImageView image, const FlatOptions& options, const Execution& on = {});

}  // namespace preamar
