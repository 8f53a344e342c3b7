/// @file
/// Regional maxima and minima (local maxima, imregionalmax): plateaus without a higher, or a lower, neighbour.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Options of regional_maxima() and regional_minima().
struct RegionalMaximaOptions {
  int connectivity = 0;  ///< Neighbours: from 1 (share a face) to the rank (share a corner); 0, the default: the rank.
};

/// Finds the regional maxima: connected plateaus of one value without a higher neighbour. A constant image is one
/// maximum.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param[out] out mask: bool, of the shape of `image`, in memory of its own; true on every maximum
/// @param options connectivity
/// @param on device, threads, progress
/// @throws Error kind `call` if shapes or dtypes do not match, the images overlap or the connectivity is out of range;
/// `input` if `image` contains NaN
PREAMAR_API void regional_maxima(ConstImageView image, ImageView out, const RegionalMaximaOptions& options = {},
                                 const Execution& on = {});

/// Finds the regional minima: connected plateaus of one value without a lower neighbour. A constant image is one
/// minimum.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param[out] out mask: bool, of the shape of `image`, in memory of its own; true on every minimum
/// @param options connectivity
/// @param on device, threads, progress
/// @throws Error as regional_maxima()
PREAMAR_API void regional_minima(ConstImageView image, ImageView out, const RegionalMaximaOptions& options = {},
                                 const Execution& on = {});

/// Finds the regional maxima, in a new image.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param options connectivity
/// @param on device, threads, progress
/// @return mask: bool, of the shape of `image`; true on every maximum
/// @throws Error kind `call` if the connectivity is out of range; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image regional_maxima(ConstImageView image, const RegionalMaximaOptions& options = {},
                                                const Execution& on = {});

/// Finds the regional minima, in a new image.
/// @param image grey levels of any dtype, rank 2 or 3, without NaN
/// @param options connectivity
/// @param on device, threads, progress
/// @return mask: bool, of the shape of `image`; true on every minimum
/// @throws Error kind `call` if the connectivity is out of range; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image regional_minima(ConstImageView image, const RegionalMaximaOptions& options = {},
                                                const Execution& on = {});

}  // namespace preamar
