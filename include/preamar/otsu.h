/// @file
/// Otsu's method: a threshold that separates an image into two classes.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <optional>

namespace preamar {

/// Options of otsu().
struct OtsuOptions {
  /// Number of bins of the histogram, 2 to 2^26, for floating-point and bool images. Integers have one bin per value.
  std::int64_t bins = 256;
  /// Pixels that count: non-zero in an image of the same shape, bool or integers. Default: all pixels.
  std::optional<ConstImageView> valid = {};
};

/// Finds a threshold by Otsu's method: it maximises the variance between the pixels above it and the others.
/// The result equals that of `skimage.filters.threshold_otsu` to the last bit.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param options number of bins
/// @param on device, threads, progress
/// @return the centre of the last bin of the lower class, so that `image > level` is the upper class; the value of an
///   image that has one value only
/// @throws Error kind `call` if an option is out of range; `input` if `image` contains NaN or an infinity, has no
///   valid pixels, or has integers that span more than 2^26 values
[[nodiscard]] PREAMAR_API double otsu(ConstImageView image, const OtsuOptions& options = {}, const Execution& on = {});

}  // namespace preamar
