/// @file
/// The white top-hat: an image minus its opening.
#pragma once

#include <preamar/dilate.h>

namespace preamar {

/// White top-hat, the image minus its opening: keeps bright structures narrower than the structuring element.
/// A difference that a signed integer type cannot hold becomes the maximum of the type; floats are subtracted once.
/// Needs one more image of the same dtype as scratch memory.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param[out] out result: shape and dtype of `image`, in memory of its own
/// @param options structuring element
/// @param on device, threads, progress
/// @throws Error as dilate()
PREAMAR_API void top_hat(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

/// White top-hat into a new image.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param options structuring element
/// @param on device, threads, progress
/// @return an image of the shape and dtype of `image`
/// @throws Error as dilate()
[[nodiscard]] PREAMAR_API Image top_hat(ConstImageView image, const FlatOptions& options, const Execution& on = {});

}  // namespace preamar
