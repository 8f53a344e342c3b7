/// @file
/// Hysteresis threshold (double threshold).
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

/// Options of hysteresis().
struct HysteresisOptions {
  double low = required;   ///< Low threshold, required: pixels above it are kept if connected to a strong pixel.
  double high = required;  ///< High threshold, required, not below `low`: pixels above it are strong.
  int connectivity = 0;    ///< Neighbours: 1 share an edge (3-D: a face) ... rank share a corner; 0 means the rank.
};

/// Keeps the connected components of `image > low` that contain a pixel of `image > high`. Thresholds are compared
/// exactly with pixels of any dtype.
///
/// @param image    Image of any dtype, rank 2 or 3, without NaN.
/// @param out      Output mask (bool) of the image's shape.
/// @param options  Thresholds and connectivity.
/// @param on       Device, threads and limits.
/// @throws Error  `call` for invalid arguments, `input` for NaN.
PREAMAR_API void hysteresis(ConstImageView image, ImageView out, const HysteresisOptions& options,
                            const Execution& on = {});

/// Hysteresis threshold; see the overload above.
///
/// @return A new mask (bool).
[[nodiscard]] PREAMAR_API Image hysteresis(ConstImageView image, const HysteresisOptions& options,
                                           const Execution& on = {});

}  // namespace preamar
