/// @file
/// Masking: keep the pixels of an image inside a mask.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Keeps the pixels where the mask is non-zero and sets the others to 0. For two masks of dtype bool this is the
/// logical and. The underscore in the name is there because `and` is a keyword of C++; the operator's name is "and".
/// @param image image of any dtype, rank 2 or 3
/// @param mask the pixels to keep: of the shape of `image`, bool or integers
/// @param[out] out the masked image: of the shape and dtype of `image`, in memory of its own
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match or the mask is of floating point
PREAMAR_API void and_(ConstImageView image, ConstImageView mask, ImageView out, const Execution& on = {});

/// Keeps the pixels where the mask is non-zero and sets the others to 0, in a new image.
/// @param image image of any dtype, rank 2 or 3
/// @param mask the pixels to keep: of the shape of `image`, bool or integers
/// @param on device, threads, progress
/// @return the masked image: of the shape and dtype of `image`
/// @throws Error kind `call` if the shapes do not match or the mask is of floating point
[[nodiscard]] PREAMAR_API Image and_(ConstImageView image, ConstImageView mask, const Execution& on = {});

}  // namespace preamar
