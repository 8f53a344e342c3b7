// Shapes and their faces as kernels take them.
#pragma once

#include "core/box.h"

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

// Faces by bits, from z low to x high; an axis that the image has not has none.
[[nodiscard]] inline std::uint32_t bits_of(Faces faces, int rank) {
  std::uint32_t bits = 0;
  for (int axis = 0; axis < rank; ++axis) {
    const int shift = 2 * (max_rank - rank + axis);
    bits |= (faces.low(axis) ? 1U : 0U) << shift | (faces.high(axis) ? 2U : 0U) << shift;
  }
  return bits;
}

}  // namespace preamar::device
