/// @file
/// Canny edge detector: edges as thin lines, by smoothing, gradient, thinning and hysteresis.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

/// How canny() thins edges.
enum class CannyMethod {
  gradient,      ///< Non-maximum suppression along the gradient, as in scikit-image.
  differential,  ///< Zero crossings of the second derivative along the gradient, as in ITK.
};

/// Options of canny(); 0 <= low <= high.
struct CannyOptions {
  double sigma = required;  ///< Standard deviation of the smoothing Gaussian in pixels, 0 to 1000; 0: no smoothing.
  double low = required;    ///< Weak-edge threshold, in grey levels per pixel: kept if connected to a strong edge.
  double high = required;   ///< Strong-edge threshold, in grey levels per pixel.
  CannyMethod method = CannyMethod::gradient;  ///< How edges are thinned.
};

/// Finds edges into an existing image. Weak edges (gradient magnitude at or above `low`; with CannyMethod::differential
/// above it) are kept if connected, corners included, to a strong edge (the same with `high`). Computes in float32, and
/// in float64 for float64 and integers of 32 and 64 bits. Bit-identical on every backend and any number of threads.
/// @param image    Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param out      Edges, bool, of the shape of `image`. Must not share memory with it.
/// @param options  Sigma, thresholds (required) and method.
/// @param on       Device, threads and limits.
/// @throws Error if an argument is not valid, the image holds NaN, the device cannot run it, or memory does not
/// suffice.
PREAMAR_API void canny(ConstImageView image, ImageView out, const CannyOptions& options, const Execution& on = {});

/// Finds edges into a new image.
/// @param image    Grey levels, rank 2 or 3, any dtype, no NaN.
/// @param options  Sigma, thresholds (required) and method.
/// @param on       Device, threads and limits.
/// @return Edges, bool, of the shape of `image`.
/// @throws Error as the function above.
[[nodiscard]] PREAMAR_API Image canny(ConstImageView image, const CannyOptions& options, const Execution& on = {});

}  // namespace preamar
