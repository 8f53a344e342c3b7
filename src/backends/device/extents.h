// Shapes and faces in the form that kernels take.
#pragma once

#include "core/box.h"

#include <preamar/image.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace preamar::device {

// z, y, x; missing leading axes are 1.
[[nodiscard]] inline std::array<std::int64_t, max_rank> extents_of(const Shape& shape) {
  std::array<std::int64_t, max_rank> extents{1, 1, 1};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const int place = max_rank - shape.rank() + axis;
    extents[static_cast<std::size_t>(place)] = shape[axis];
  }
  return extents;
}

// Faces as bits, from z low to x high; missing axes have none.
[[nodiscard]] inline std::uint32_t bits_of(Faces faces, int rank) {
  std::uint32_t bits = 0;
  for (int axis = 0; axis < rank; ++axis) {
    const int shift = 2 * (max_rank - rank + axis);
    bits |= (faces.low(axis) ? 1U : 0U) << shift | (faces.high(axis) ? 2U : 0U) << shift;
  }
  return bits;
}

}  // namespace preamar::device
