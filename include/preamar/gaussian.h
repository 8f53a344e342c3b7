/// @file
/// Gaussian filter: smooth an image.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <optional>
#include <vector>

namespace preamar {

/// Kernel of gaussian().
enum class GaussianKernel {
  sampled,   ///< The Gaussian function at integer positions.
  discrete,  ///< The discrete Gaussian, from modified Bessel functions, as in ITK; sigma up to 250000 pixels.
};

/// Options of gaussian().
struct GaussianOptions {
  double sigma = required;         ///< Standard deviation, in the unit of `spacing`; 0 leaves the image unchanged.
  std::vector<double> spacing{1};  ///< Distance between neighbouring pixels along each axis, or one number for all.
  GaussianKernel kernel = GaussianKernel::sampled;  ///< Sampled or discrete Gaussian.
  double truncate = 4;              ///< Radius of a sampled kernel in multiples of sigma, rounded to whole pixels.
  double error = 0.01;              ///< Fraction of its sum that a discrete kernel may leave out; 1e-12 to 0.5.
  Border border = Border::nearest;  ///< Values outside of the image; Border::constant is 0.
  std::optional<DType> dtype{};     ///< Dtype of a new image; by default that of the input.
  /// Valid pixels: non-zero in an image of the same shape, bool or integers. The weights of the others are 0, and those
  /// of the valid pixels are divided by their sum; a pixel without a valid one in its window is undefined. Default: all
  /// pixels are valid.
  std::optional<ConstImageView> valid{};
};

/// Smooths an image with a Gaussian into an existing image. Sums are in float32 for bool, 8-bit and 16-bit integers and
/// float32, otherwise in float64. Bit-identical on every backend and any number of threads.
/// @param image    Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param out      Smoothed image, of the shape of `image` and any dtype. Integers are rounded to the nearest, ties to
///                 even, and clamped to the range of the dtype. Must not share memory with `image`.
/// @param options  Sigma (required), spacing, kernel and border.
/// @param on       Device, threads and limits.
/// @throws Error if an argument is not valid, the image holds NaN, the device cannot run it, or memory does not
/// suffice.
PREAMAR_API void gaussian(ConstImageView image, ImageView out, const GaussianOptions& options,
                          const Execution& on = {});

/// Smooths an image with a Gaussian into a new image.
/// @param image    Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param options  Sigma (required), spacing, kernel, border and dtype of the result.
/// @param on       Device, threads and limits.
/// @return Smoothed image, of the shape of `image`.
/// @throws Error as the function above.
[[nodiscard]] PREAMAR_API Image gaussian(ConstImageView image, const GaussianOptions& options,
                                         const Execution& on = {});

}  // namespace preamar
