// The rows of a joined region in raster order, and the region to which each belongs.
#pragma once

#include "blocks/families/seam.h"

#include <cstdint>

namespace preamar::blocks {

struct RegionRow {
  std::uint64_t row;  // of the image, in raster order
  bool in_low, in_high;
};

// Calls each(RegionRow).
template <class Each>
void for_each_row(const Seam& seam, const Shape& image, const Each& each) {
  const Box& box = seam.joined;
  const int rank = box.rank(), y_axis = rank - 2;
  const std::int64_t planes = rank == 3 ? box.shape[0] : 1, first_plane = rank == 3 ? box.begin(0) : 0;
  for (std::int64_t z = first_plane; z < first_plane + planes; ++z)
    for (std::int64_t y = box.begin(y_axis); y < box.end(y_axis); ++y) {
      const bool both = seam.axis == rank - 1;
      const bool is_low = (seam.axis == y_axis ? y : z) < seam.high.begin(seam.axis);
      each(RegionRow{static_cast<std::uint64_t>(z * image[y_axis] + y), both || is_low, both || !is_low});
    }
}

}  // namespace preamar::blocks
