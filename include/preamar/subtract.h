/// @file
/// Subtraction of two images.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Subtracts an image from another: `image - other`. Integers saturate at the limits of their dtype. Two equal pixels
/// give 0, also if they are infinite; NaN stays NaN.
/// @param image image of any dtype but bool, rank 2 or 3
/// @param other the image to subtract: of the shape and dtype of `image`
/// @param[out] out the difference: of the shape and dtype of `image`, in memory of its own
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match or the dtype is bool
PREAMAR_API void subtract(ConstImageView image, ConstImageView other, ImageView out, const Execution& on = {});

/// Subtracts an image from another, into a new image.
/// @param image image of any dtype but bool, rank 2 or 3
/// @param other the image to subtract: of the shape and dtype of `image`
/// @param on device, threads, progress
/// @return the difference: of the shape and dtype of `image`
/// @throws Error kind `call` if the shapes or dtypes do not match or the dtype is bool
[[nodiscard]] PREAMAR_API Image subtract(ConstImageView image, ConstImageView other, const Execution& on = {});

}  // namespace preamar
