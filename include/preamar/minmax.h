/// @file
/// The minimum and the maximum of an image.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <variant>

namespace preamar {

/// The value of a pixel: double for floating-point images; int64 for integers and bool, or uint64 if int64 cannot hold
/// the value.
using PixelValue = std::variant<std::int64_t, std::uint64_t, double>;

/// The result of minmax().
struct MinMax {
  PixelValue minimum;  ///< the smallest pixel value
  PixelValue maximum;  ///< the largest pixel value
  friend bool operator==(const MinMax&, const MinMax&) = default;
};

/// Finds the minimum and the maximum of an image in one pass; -0.0 is returned as 0.0.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param on device, threads, progress
/// @return the minimum and the maximum
/// @throws Error kind `input` if `image` contains NaN or has no pixels
[[nodiscard]] PREAMAR_API MinMax minmax(ConstImageView image, const Execution& on = {});

/// Finds the minimum and the maximum of the valid pixels of an image.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param valid pixels that count: non-zero in an image of the same shape, bool or integers
/// @param on device, threads, progress
/// @return the minimum and the maximum
/// @throws Error kind `input` if a valid pixel is NaN or no pixel is valid, `call` for a `valid` of another shape or
///   of floating point
[[nodiscard]] PREAMAR_API MinMax minmax(ConstImageView image, ConstImageView valid, const Execution& on = {});

}  // namespace preamar
