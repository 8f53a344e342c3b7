// The white top-hat: what an opening takes away.
#pragma once

#include <preamar/dilate.h>

namespace preamar {

// Writes `out`, of the image's shape and dtype, in memory of its own: the image less its opening. Integers stop at the
// greatest of their type; floats take one subtraction. The image has rank 2 or 3 and no NaN.
PREAMAR_API void top_hat(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image top_hat(ConstImageView image, const FlatOptions& options, const Execution& on = {});

}  // namespace preamar
