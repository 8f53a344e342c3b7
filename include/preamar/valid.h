/// @file
/// The valid pixels of an image: those with data.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <optional>

namespace preamar {

/// Options of valid().
struct ValidOptions {
  /// Value of pixels without data; default: none. NaN is never valid. For floating-point images it is rounded to the
  /// dtype.
  std::optional<double> nodata{};
};

/// Marks the valid pixels: those that are not NaN and do not have the value `options.nodata`.
/// @param image image of any dtype, rank 2 or 3
/// @param[out] out mask: bool, of the shape of `image`, in memory of its own
/// @param options value of pixels without data
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match
PREAMAR_API void valid(ConstImageView image, ImageView out, const ValidOptions& options = {}, const Execution& on = {});

/// Marks the valid pixels in a new image.
/// @param image image of any dtype, rank 2 or 3
/// @param options value of pixels without data
/// @param on device, threads, progress
/// @return mask: bool, of the shape of `image`
/// @throws Error kind `call` if the rank is not 2 or 3
[[nodiscard]] PREAMAR_API Image valid(ConstImageView image, const ValidOptions& options = {}, const Execution& on = {});

}  // namespace preamar
