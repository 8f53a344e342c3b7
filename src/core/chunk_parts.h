// Divides a box along the grid of chunks of an image.
#pragma once

#include "core/box.h"

#include <algorithm>
#include <vector>

namespace preamar {

// The parts of a box in different chunks, in raster order. An image with chunks of rank 0 or of one pixel has none.
[[nodiscard]] inline std::vector<Box> chunk_parts(const Box& box, const Shape& chunk) {
  if (chunk.rank() != box.rank() || chunk.count() == 1) return {box};
  std::vector<Box> parts = {box};
  for (int axis = 0; axis < box.rank(); ++axis) {
    std::vector<Box> cut;
    for (const Box& whole : parts)
      for (std::int64_t begin = whole.begin(axis); begin < whole.end(axis);) {
        const std::int64_t end = std::min(whole.end(axis), (begin / chunk[axis] + 1) * chunk[axis]);
        Coordinates origin = whole.origin, extent{};
        for (int i = 0; i < box.rank(); ++i) extent[static_cast<std::size_t>(i)] = whole.shape[i];
        origin[static_cast<std::size_t>(axis)] = begin;
        extent[static_cast<std::size_t>(axis)] = end - begin;
        cut.push_back({origin, Shape(extent.data(), box.rank())});
        begin = end;
      }
    parts = std::move(cut);
  }
  return parts;
}

}  // namespace preamar
