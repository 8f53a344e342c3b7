/// @file
/// Inversion: reverse the order of the grey levels.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Inverts an image, so that dark pixels become bright: logical not for bool, `maximum - v` for unsigned integers,
/// `-1 - v` for signed integers, and `0 - v` for floating point. NaN stays NaN.
/// @param image grey levels or a mask of any dtype, rank 2 or 3
/// @param[out] out the inverted image: of the shape and dtype of `image`, in memory of its own
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match
PREAMAR_API void invert(ConstImageView image, ImageView out, const Execution& on = {});

/// Inverts an image into a new image.
/// @param image grey levels or a mask of any dtype, rank 2 or 3
/// @param on device, threads, progress
/// @return the inverted image: of the shape and dtype of `image`
/// @throws Error kind `call` if the rank is not 2 or 3
[[nodiscard]] PREAMAR_API Image invert(ConstImageView image, const Execution& on = {});

}  // namespace preamar
