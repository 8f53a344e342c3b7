/// @file
/// Conversion of an image to another dtype.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <optional>

namespace preamar {

/// Options of cast().
struct CastOptions {
  std::optional<DType> dtype{};  ///< Dtype of the result, required.
};

/// Converts the pixels of an image to the dtype of `out`, without scaling. To integers: rounded to the nearest, ties to
/// even, and clamped to the range of the dtype, which is 0 to 1 for bool. To floating point: rounded once.
/// @param image image of any dtype, rank 2 or 3; no NaN if `out` is of integers or bool
/// @param[out] out the converted image: of the shape of `image` and any dtype, in memory of its own
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes do not match, `input` if an integer would have to hold NaN
PREAMAR_API void cast(ConstImageView image, ImageView out, const Execution& on = {});

/// Converts the pixels of an image to another dtype, in a new image.
/// @param image image of any dtype, rank 2 or 3; no NaN if the result is of integers or bool
/// @param options the dtype
/// @param on device, threads, progress
/// @return the converted image: of the shape of `image`
/// @throws Error kind `call` if `dtype` is missing, `input` if an integer would have to hold NaN
[[nodiscard]] PREAMAR_API Image cast(ConstImageView image, const CastOptions& options, const Execution& on = {});

}  // namespace preamar
