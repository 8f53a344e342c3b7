/// @file
/// Opening and closing by reconstruction: remove small objects and keep the outline of the others.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <cstdint>

namespace preamar {

/// Options of opening_by_reconstruction() and closing_by_reconstruction().
struct OpeningByReconstructionOptions {
  std::int64_t radius = required;  ///< Radius of the disk (2-D) or ball (3-D), in pixels; required, 0 or more.
  int connectivity = 0;  ///< Neighbours: from 1 (share a face) to the rank (share a corner); 0, the default: the rank.
};

/// Removes bright objects that hold no disk or ball of the radius, and keeps the outline of the others: an erosion
/// followed by a reconstruction by dilation under the image.
/// @param image grey levels or mask of any dtype, rank 2 or 3, without NaN
/// @param[out] out result, of the shape and dtype of `image`, in memory of its own
/// @param options radius and connectivity
/// @param on device, threads, progress
/// @throws Error kind `call` if shapes or dtypes differ, the images overlap, the radius is missing or an option is out
/// of range; `input` if `image` contains NaN
PREAMAR_API void opening_by_reconstruction(ConstImageView image, ImageView out,
                                           const OpeningByReconstructionOptions& options, const Execution& on = {});

/// Removes dark regions that hold no disk or ball of the radius, and keeps the outline of the others: a dilation
/// followed by a reconstruction by erosion above the image.
/// @param image grey levels or mask of any dtype, rank 2 or 3, without NaN
/// @param[out] out result, of the shape and dtype of `image`, in memory of its own
/// @param options radius and connectivity
/// @param on device, threads, progress
/// @throws Error as opening_by_reconstruction()
PREAMAR_API void closing_by_reconstruction(ConstImageView image, ImageView out,
                                           const OpeningByReconstructionOptions& options, const Execution& on = {});

/// Opening by reconstruction, in a new image.
/// @param image grey levels or mask of any dtype, rank 2 or 3, without NaN
/// @param options radius and connectivity
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `image`
/// @throws Error kind `call` if the radius is missing or an option is out of range; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image opening_by_reconstruction(ConstImageView image,
                                                          const OpeningByReconstructionOptions& options,
                                                          const Execution& on = {});

/// Closing by reconstruction, in a new image.
/// @param image grey levels or mask of any dtype, rank 2 or 3, without NaN
/// @param options radius and connectivity
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `image`
/// @throws Error kind `call` if the radius is missing or an option is out of range; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image closing_by_reconstruction(ConstImageView image,
                                                          const OpeningByReconstructionOptions& options,
                                                          const Execution& on = {});

}  // namespace preamar
