/// @file
/// Hole filling in masks and grey-level images (imfill, binary_fill_holes).
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Options of fill_holes().
struct FillHolesOptions {
  int connectivity = 1;  ///< Neighbours in the background: from 1, the default (share a face), to the rank (a corner).
};

/// Fills holes. In a bool image, background regions that do not touch the image border become true. In any other image,
/// depressions are filled to the level at which they would overflow to the border (reconstruction by erosion).
/// @param image mask or grey levels of any dtype, rank 2 or 3, without NaN
/// @param[out] out result, of the shape and dtype of `image`, in memory of its own
/// @param options connectivity of the background
/// @param on device, threads, progress
/// @throws Error kind `call` if shapes or dtypes differ, the images overlap or the connectivity is out of range;
/// `input` if `image` contains NaN
PREAMAR_API void fill_holes(ConstImageView image, ImageView out, const FillHolesOptions& options = {},
                            const Execution& on = {});

/// Fills holes, in a new image.
/// @param image mask or grey levels of any dtype, rank 2 or 3, without NaN
/// @param options connectivity of the background
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `image`
/// @throws Error kind `call` if the connectivity is out of range; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image fill_holes(ConstImageView image, const FillHolesOptions& options = {},
                                           const Execution& on = {});

}  // namespace preamar
