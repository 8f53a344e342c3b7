/// @file
/// Thresholding: the pixels above a value.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

/// Options of threshold().
struct ThresholdOptions {
  double value = required;  ///< Threshold, required: pixels strictly above it are true. In the unit of the pixels.
};

/// Marks the pixels above a value: `image > value`, compared exactly also for 64-bit integers.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param[out] out mask: bool, of the shape of `image`, in memory of its own
/// @param options the threshold
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match or `value` is missing, `input` if `image` contains
/// NaN
PREAMAR_API void threshold(ConstImageView image, ImageView out, const ThresholdOptions& options,
                           const Execution& on = {});

/// Marks the pixels above a value, in a new image.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param options the threshold
/// @param on device, threads, progress
/// @return mask: bool, of the shape of `image`
/// @throws Error kind `call` if `value` is missing, `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image threshold(ConstImageView image, const ThresholdOptions& options,
                                          const Execution& on = {});

}  // namespace preamar
