/// @file
/// Gaussian gradient: gradient magnitude and direction by derivatives of a Gaussian.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <vector>

namespace preamar {

/// Options of gradient().
struct GradientOptions {
  double sigma = required;          ///< Standard deviation, in the unit of `spacing`; 0 for central differences.
  std::vector<double> spacing{1};   ///< Distance between neighbouring pixels along each axis, or one number for all.
  double truncate = 4;              ///< Radius of the kernel in multiples of sigma, rounded to whole pixels.
  Border border = Border::nearest;  ///< Values outside of the image; Border::constant is 0.
};

/// Computes the gradient magnitude into an existing image: the root of the sum of squares of one derivative per axis.
/// Bit-identical on every backend and any number of threads.
/// @param image      Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param magnitude  Result in grey levels per unit of spacing, float32, of the shape of `image`. Must not share memory
///                   with it.
/// @param options    Sigma (required), spacing, truncation and border.
/// @param on         Device, threads and limits.
/// @throws Error if an argument is not valid, the image holds NaN, the device cannot run it, or memory does not
/// suffice.
PREAMAR_API void gradient(ConstImageView image, ImageView magnitude, const GradientOptions& options,
                          const Execution& on = {});

/// Computes the gradient magnitude and direction of a 2-D image.
/// @param image      Grey levels, rank 2, any dtype, no NaN.
/// @param magnitude  Gradient magnitude, float32, of the shape of `image`.
/// @param direction  Gradient direction, float32: atan2 of the derivatives along rows and columns, in radians above -pi
///                   and up to pi, within 4e-7 of the true angle; 0 where the magnitude is 0.
/// @param options    Sigma (required), spacing, truncation and border.
/// @param on         Device, threads and limits.
/// @throws Error as the function above, and if the rank is not 2.
PREAMAR_API void gradient(ConstImageView image, ImageView magnitude, ImageView direction,
                          const GradientOptions& options, const Execution& on = {});

/// Computes the gradient magnitude into a new image.
/// @param image    Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param options  Sigma (required), spacing, truncation and border.
/// @param on       Device, threads and limits.
/// @return Gradient magnitude, float32, of the shape of `image`.
/// @throws Error as the functions above.
[[nodiscard]] PREAMAR_API Image gradient(ConstImageView image, const GradientOptions& options,
                                         const Execution& on = {});

}  // namespace preamar
