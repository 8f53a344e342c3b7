// A tile of an image with one cell more on every side, copied to where it can be worked on.
#pragma once

#include "backends/cpu/tile_grid.h"
#include "core/rows.h"
#include "skeletons/neighbours.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace preamar::cpu {

// The cells of one tile.
struct TileBox {
  TileBox(const TileGrid& grid, std::int64_t tile) {
    const Extent3 at = grid.place(tile);
    origin = {at.planes * grid.depth, at.rows * grid.side, at.columns * grid.side};
    size = {std::min<std::int64_t>(grid.depth, grid.cells.planes - origin.planes),
            std::min<std::int64_t>(grid.side, grid.cells.rows - origin.rows),
            std::min<std::int64_t>(grid.side, grid.cells.columns - origin.columns)};
  }
  Extent3 origin, size;
};

// Where cells lie in a frame. Indices in a frame and in the image are in the same order.
struct Frame {
  Frame(const TileGrid& grid, int connectivity)
      : halo_planes(grid.cells.planes > 1 ? 1 : 0),
        width(std::min<std::int64_t>(grid.side, grid.cells.columns) + 2),
        plane(width * (std::min<std::int64_t>(grid.side, grid.cells.rows) + 2)),
        count(plane * (std::min<std::int64_t>(grid.depth, grid.cells.planes) + 2 * halo_planes)),
        steps(neighbour_steps(halo_planes ? 3 : 2, std::min(connectivity, halo_planes ? 3 : 2))) {
    for (const auto& [dz, dy, dx] : steps) offsets.push_back(dz * plane + dy * width + dx);
  }

  // Of a cell of the tile, or of its halo: -1 to size along each axis.
  [[nodiscard]] std::int64_t index(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return (z + halo_planes) * plane + (y + 1) * width + x + 1;
  }
  // The steps whose offset is positive.
  [[nodiscard]] std::size_t first_forward() const { return steps.size() / 2; }

  int halo_planes;
  std::int64_t width, plane, count;
  std::vector<Step> steps;  // in raster order
  std::vector<std::int64_t> offsets;
};

// The part of the image's row (z, y) that lies in the row (z, y) of a tile's frame: `count` cells from column `first`.
// No cell where the image has no such row.
struct FrameRow {
  FrameRow(const TileGrid& grid, const TileBox& box, std::int64_t z, std::int64_t y) {
    const std::int64_t plane = box.origin.planes + z, row = box.origin.rows + y;
    if (plane < 0 || plane >= grid.cells.planes || row < 0 || row >= grid.cells.rows) return;
    image_row = plane * grid.cells.rows + row;
    first = std::max<std::int64_t>(box.origin.columns - 1, 0);
    count = std::min(box.origin.columns + box.size.columns + 1, grid.cells.columns) - first;
    skipped = first - (box.origin.columns - 1);
  }
  std::int64_t image_row = -1, first = 0, count = 0;
  std::int64_t skipped = 0;  // cells of the frame's row before them
};

// Fills a frame row by row: put(row, to) writes row.count cells; what the image does not have becomes `outside`.
template <class K, class Put>
void fill_frame(const TileGrid& grid, const TileBox& box, const Frame& frame, K outside, K* to, Put put) {
  for (std::int64_t z = -frame.halo_planes; z < box.size.planes + frame.halo_planes; ++z)
    for (std::int64_t y = -1; y <= box.size.rows; ++y) {
      const FrameRow row(grid, box, z, y);
      K* const at = to + frame.index(z, y, -1);
      std::fill_n(at, row.skipped, outside);
      if (row.count > 0) put(row, at + row.skipped);
      std::fill_n(at + row.skipped + row.count, box.size.columns + 2 - row.skipped - row.count, outside);
    }
}

}  // namespace preamar::cpu
