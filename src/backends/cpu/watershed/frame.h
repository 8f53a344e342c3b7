// A copy of a tile of an image with one extra cell on every side.
#pragma once

#include "backends/cpu/tile_grid.h"
#include "core/rows.h"
#include "primitives/neighbours.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace preamar::cpu {
using namespace primitives;

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

// The layout of cells in a frame. Indices in a frame and in the image have the same order.
struct Frame {
  // `deep`: the image has several planes.
  Frame(const TileGrid& grid, bool deep, int connectivity, int halo_cells)
      : halo(halo_cells),
        halo_planes(deep ? halo : 0),
        width(std::min<std::int64_t>(grid.side, grid.cells.columns) + 2 * halo),
        plane(width * (std::min<std::int64_t>(grid.side, grid.cells.rows) + 2 * halo)),
        count(plane * (std::min<std::int64_t>(grid.depth, grid.cells.planes) + 2 * halo_planes)),
        steps(neighbour_steps(halo_planes ? 3 : 2, std::min(connectivity, halo_planes ? 3 : 2))) {
    for (const auto& [dz, dy, dx] : steps) offsets.push_back(dz * plane + dy * width + dx);
  }

  // The index of a cell of the tile or of its halo; halo coordinates are negative, or `size` and above.
  [[nodiscard]] std::int64_t index(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return (z + halo_planes) * plane + (y + halo) * width + x + halo;
  }
  // The steps with a positive offset.
  [[nodiscard]] std::size_t first_forward() const { return steps.size() / 2; }

  int halo, halo_planes;
  std::int64_t width, plane, count;
  std::vector<Step> steps;  // in raster order
  std::vector<std::int64_t> offsets;
};

// The part of the image's row (z, y) in the row (z, y) of a tile with its halo: `count` cells from column `first`.
// Empty if the image has no such row.
struct FrameRow {
  FrameRow(const TileGrid& grid, const TileBox& box, int halo, std::int64_t z, std::int64_t y) {
    const std::int64_t at_plane = box.origin.planes + z, row = box.origin.rows + y;
    if (at_plane < 0 || at_plane >= grid.cells.planes || row < 0 || row >= grid.cells.rows) return;
    image_row = at_plane * grid.cells.rows + row;
    first = std::max<std::int64_t>(box.origin.columns - halo, 0);
    count = std::min(box.origin.columns + box.size.columns + halo, grid.cells.columns) - first;
    skipped = first - (box.origin.columns - halo);
  }
  std::int64_t image_row = -1, first = 0, count = 0;
  std::int64_t skipped = 0;  // cells of the halo before them
};

// Calls f(z, y) for the rows of a tile and `halo` rows and planes around it.
template <class F>
void for_rows(const TileBox& box, int halo_planes, int halo, F f) {
  for (std::int64_t z = -halo_planes; z < box.size.planes + halo_planes; ++z)
    for (std::int64_t y = -halo; y < box.size.rows + halo; ++y) f(z, y);
}

// Fills a frame row by row: put(row, to) writes row.count cells; cells outside the image become `outside`.
template <class K, class Put>
void fill_frame(const TileGrid& grid, const TileBox& box, const Frame& frame, K outside, K* to, Put put) {
  for_rows(box, frame.halo_planes, frame.halo, [&](std::int64_t z, std::int64_t y) {
    const FrameRow row(grid, box, frame.halo, z, y);
    K* const at = to + frame.index(z, y, -frame.halo);
    std::fill_n(at, row.skipped, outside);
    if (row.count > 0) put(row, at + row.skipped);
    std::fill_n(at + row.skipped + row.count, box.size.columns + 2 * frame.halo - row.skipped - row.count, outside);
  });
}

}  // namespace preamar::cpu
