/// @file
/// Morphological opening and closing by a flat structuring element.
#pragma once

#include <preamar/dilate.h>

namespace preamar {

/// Morphological opening, an erosion and then a dilation: removes bright structures narrower than the structuring
/// element. Pixels outside of the image are ignored. Needs one more image of the same dtype as scratch memory.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param[out] out result: shape and dtype of `image`, in memory of its own
/// @param options structuring element
/// @param on device, threads, progress
/// @throws Error as dilate()
PREAMAR_API void opening(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

/// Morphological closing, a dilation and then an erosion: fills dark structures narrower than the structuring element.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param[out] out result: shape and dtype of `image`, in memory of its own
/// @param options structuring element
/// @param on device, threads, progress
/// @throws Error as dilate()
PREAMAR_API void closing(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

/// Morphological opening into a new image.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param options structuring element
/// @param on device, threads, progress
/// @return an image of the shape and dtype of `image`
/// @throws Error as dilate()
[[nodiscard]] PREAMAR_API Image opening(ConstImageView image, const FlatOptions& options, const Execution& on = {});

/// Morphological closing into a new image.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param options structuring element
/// @param on device, threads, progress
/// @return an image of the shape and dtype of `image`
/// @throws Error as dilate()
[[nodiscard]] PREAMAR_API Image closing(ConstImageView image, const FlatOptions& options, const Execution& on = {});

}  // namespace preamar
