// Flat dilation and erosion: the greatest, or the least, value around each pixel.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <cstdint>

namespace preamar {

// What lies around a pixel: all within the radius along each axis, or within it by Euclid's distance.
enum class FlatShape {
  box,
  disk,  // of images of rank 2 only, where it is the ball
  ball,
};

struct FlatOptions {
  std::int64_t radius = required;  // 0 or more
  FlatShape shape = FlatShape::ball;
};

// Writes `out`, of the image's shape and dtype, in memory of its own; what lies outside the image does not count. The
// image has rank 2 or 3 and no NaN. The cost of a box does not grow with its radius but by its logarithm, that of a
// disk grows with the radius, that of a ball in rank 3 with its square.
PREAMAR_API void dilate(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});
PREAMAR_API void erode(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image dilate(ConstImageView image, const FlatOptions& options, const Execution& on = {});
[[nodiscard]] PREAMAR_API Image erode(ConstImageView image, const FlatOptions& options, const Execution& on = {});

}  // namespace preamar
