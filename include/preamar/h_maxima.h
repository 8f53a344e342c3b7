/// @file
/// h-maxima and h-minima: suppress extrema of low contrast (imhmax, imhmin, extended maxima and minima).
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

/// Options of h_maxima() and h_minima().
struct HMaximaOptions {
  /// Height limit in grey levels; required, finite, 0 or more. Extrema whose dynamics is `h` or less are suppressed. An
  /// integer for integer images; rounded to the dtype of floating-point images.
  double h = required;
  int connectivity = 0;   ///< Neighbours: from 1 (share a face) to the rank (share a corner); 0, the default: the rank.
  bool extended = false;  ///< Return the regional extrema of the result as bool instead of its grey levels.
};

/// Suppresses the regional maxima whose height above the highest saddle to a higher maximum (their dynamics) is at most
/// `h`: reconstructs `image - h` by dilation under the image. Integer differences saturate at the minimum of the dtype.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param[out] out result, of the shape and dtype of `image` (bool if `options.extended`), in memory of its own
/// @param options height, connectivity and kind of result
/// @param on device, threads, progress
/// @throws Error kind `call` if shapes or dtypes do not match, the images overlap, `h` is missing or an option is out
/// of range; `input` if `image` contains NaN
PREAMAR_API void h_maxima(ConstImageView image, ImageView out, const HMaximaOptions& options, const Execution& on = {});

/// Suppresses the regional minima whose depth below the lowest saddle to a lower minimum (their dynamics) is at most
/// `h`: reconstructs `image + h` by erosion above the image. Integer sums saturate at the maximum of the dtype.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param[out] out result, of the shape and dtype of `image` (bool if `options.extended`), in memory of its own
/// @param options height, connectivity and kind of result
/// @param on device, threads, progress
/// @throws Error as h_maxima()
PREAMAR_API void h_minima(ConstImageView image, ImageView out, const HMaximaOptions& options, const Execution& on = {});

/// h-maxima, in a new image.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param options height, connectivity and kind of result
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `image` (bool if `options.extended`)
/// @throws Error kind `call` if `h` is missing or an option is out of range; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image h_maxima(ConstImageView image, const HMaximaOptions& options, const Execution& on = {});

/// h-minima, in a new image.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param options height, connectivity and kind of result
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `image` (bool if `options.extended`)
/// @throws Error kind `call` if `h` is missing or an option is out of range; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image h_minima(ConstImageView image, const HMaximaOptions& options, const Execution& on = {});

}  // namespace preamar
