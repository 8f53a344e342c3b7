// Where the rows of a region lie in an image that is stored in C order.
#pragma once

#include <preamar/image.h>

#include <cstdint>

namespace preamar::io {

// The index of the region's row `i` among all rows of the image.
[[nodiscard]] inline std::int64_t row_in_image(const Shape& image, const std::int64_t* origin, const Shape& region,
                                               std::int64_t i) {
  if (image.rank() == 2) return origin[0] + i;
  return (origin[0] + i / region[1]) * image[1] + origin[1] + i % region[1];
}

// True where the region's rows follow each other in the image without gaps.
[[nodiscard]] inline bool is_one_run(const Shape& image, const Shape& region) {
  const int last = image.rank() - 1;
  if (region[last] != image[last]) return false;
  return image.rank() == 2 || region[0] == 1 || region[1] == image[1];
}

}  // namespace preamar::io
