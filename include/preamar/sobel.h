/// @file
/// Sobel operator: gradient magnitude and direction from differences of neighbouring pixels.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Options of sobel().
struct SobelOptions {
  Border border = Border::nearest;  ///< Values outside of the image; Border::constant is 0.
};

/// Computes the Sobel gradient magnitude into an existing image: the root of the sum of squares of one difference per
/// axis, with weights -1 0 1 along it and 1 2 1 along the others. The weights are not normalised: a ramp of 1 grey
/// level per pixel gives 8 in 2-D and 32 in 3-D. Bit-identical on every backend and any number of threads.
/// @param image      Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param magnitude  Result, float32, of the shape of `image`. Must not share memory with it.
/// @param options    Border.
/// @param on         Device, threads and limits.
/// @throws Error if an argument is not valid, the image holds NaN, the device cannot run it, or memory does not
/// suffice.
PREAMAR_API void sobel(ConstImageView image, ImageView magnitude, const SobelOptions& options = {},
                       const Execution& on = {});

/// Computes the Sobel gradient magnitude and direction of a 2-D image.
/// @param image      Grey levels, rank 2, any dtype, no NaN.
/// @param magnitude  Gradient magnitude, float32, of the shape of `image`.
/// @param direction  Gradient direction, float32: atan2 of the differences along rows and columns, in radians above -pi
///                   and up to pi, within 4e-7 of the true angle; 0 where the magnitude is 0.
/// @param options    Border.
/// @param on         Device, threads and limits.
/// @throws Error as the function above, and if the rank is not 2.
PREAMAR_API void sobel(ConstImageView image, ImageView magnitude, ImageView direction, const SobelOptions& options = {},
                       const Execution& on = {});

/// Computes the Sobel gradient magnitude into a new image.
/// @param image    Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param options  Border.
/// @param on       Device, threads and limits.
/// @return Gradient magnitude, float32, of the shape of `image`.
/// @throws Error as the functions above.
[[nodiscard]] PREAMAR_API Image sobel(ConstImageView image, const SobelOptions& options = {}, const Execution& on = {});

}  // namespace preamar
