// Shapes as kernels take them.
#pragma once

#include <preamar/image.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace preamar::device {

// z, y, x; an axis that a shape has not comes before the others and is 1.
[[nodiscard]] inline std::array<std::int64_t, max_rank> extents_of(const Shape& shape) {
  std::array<std::int64_t, max_rank> extents{1, 1, 1};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const int place = max_rank - shape.rank() + axis;
    extents[static_cast<std::size_t>(place)] = shape[axis];
  }
  return extents;
}

}  // namespace preamar::device
