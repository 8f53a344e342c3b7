/// @file
/// Grey-scale dilation and erosion: the maximum or minimum in a neighbourhood of each pixel.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <cstdint>

namespace preamar {

/// The shape of a flat structuring element.
enum class FlatShape {
  box,   ///< all pixels within the radius along each axis: a square or cube
  disk,  ///< the same as `ball`, for images of rank 2 only
  ball,  ///< all pixels within the Euclidean distance `radius`: a disk in rank 2, a ball in rank 3
};

/// Options of dilate(), erode(), opening(), closing() and top_hat(): the structuring element.
struct FlatOptions {
  std::int64_t radius = required;     ///< Radius in pixels, required, 0 or more.
  FlatShape shape = FlatShape::ball;  ///< Shape; default: ball.
};

/// Grey-scale dilation: the maximum in the neighbourhood of each pixel. Pixels outside of the image are ignored.
/// Cost per pixel: box O(log r), disk O(r), ball in rank 3 O(r^2).
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param[out] out result: shape and dtype of `image`, in memory of its own
/// @param options structuring element
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match, `radius` is missing or negative, or `disk` is used
/// in
///   rank 3; `input` if `image` contains NaN
PREAMAR_API void dilate(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

/// Grey-scale erosion: the minimum in the neighbourhood of each pixel. Parameters and errors are those of dilate().
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param[out] out result: shape and dtype of `image`, in memory of its own
/// @param options structuring element
/// @param on device, threads, progress
/// @throws Error as dilate()
PREAMAR_API void erode(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

/// Grey-scale dilation into a new image.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param options structuring element
/// @param on device, threads, progress
/// @return an image of the shape and dtype of `image`
/// @throws Error as above
[[nodiscard]] PREAMAR_API Image dilate(ConstImageView image, const FlatOptions& options, const Execution& on = {});

/// Grey-scale erosion into a new image.
/// @param image grey levels or a mask, of any dtype, rank 2 or 3
/// @param options structuring element
/// @param on device, threads, progress
/// @return an image of the shape and dtype of `image`
/// @throws Error as above
[[nodiscard]] PREAMAR_API Image erode(ConstImageView image, const FlatOptions& options, const Execution& on = {});

}  // namespace preamar
