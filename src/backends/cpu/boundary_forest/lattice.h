// Divides a block into tiles that share their outermost cells, so that any two neighbours are in one tile and there are
// no seams to join. The shared cells (the cuts) and the cells on the border of the block are the nodes at which the
// forests of tiles meet.
#pragma once

#include "backends/cpu/tile_grid.h"
#include "core/box.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace preamar::cpu {

// The cuts along one axis of the block.
class Cuts {
 public:
  // Tiles of at most `most` cells, 2 or more. `low`, `high`: whether the ends are cuts.
  Cuts(std::int64_t extent, std::int64_t most, bool low, bool high) : extent_(extent) {
    const std::int64_t wanted = extent <= 1 ? 1 : over(extent - 1, most - 1);
    step_ = std::max<std::int64_t>(1, over(extent - 1, wanted));
    tiles_ = extent <= 1 ? 1 : over(extent - 1, step_);
    before_.resize(static_cast<std::size_t>(extent) + 1);
    for (std::int64_t at = 0; at < extent; ++at) {
      const bool inner = at > 0 && at < extent - 1 && at % step_ == 0;
      const bool cut = inner || (at == 0 && low) || (at == extent - 1 && high);
      before_[static_cast<std::size_t>(at) + 1] = before_[static_cast<std::size_t>(at)] + cut;
    }
  }

  [[nodiscard]] std::int64_t extent() const { return extent_; }
  [[nodiscard]] std::int64_t tiles() const { return tiles_; }
  [[nodiscard]] std::int64_t begin(std::int64_t tile) const { return tile * step_; }
  [[nodiscard]] std::int64_t end(std::int64_t tile) const { return std::min(extent_, (tile + 1) * step_ + 1); }
  // The number of cuts before a position.
  [[nodiscard]] std::int64_t before(std::int64_t at) const { return before_[static_cast<std::size_t>(at)]; }
  [[nodiscard]] bool is_cut(std::int64_t at) const { return before(at + 1) > before(at); }

 private:
  static std::int64_t over(std::int64_t n, std::int64_t by) { return (n + by - 1) / by; }

  std::int64_t extent_, step_, tiles_;
  std::vector<std::int64_t> before_;
};

struct LatticeTile {
  Extent3 begin, end;
};

class Lattice {
 public:
  Lattice(const Shape& shape, Faces edges, const Extent3& most)
      : z_(shape.rank() == 3 ? axis(shape, edges, 0, most.planes) : Cuts(1, 2, false, false)),
        y_(axis(shape, edges, shape.rank() - 2, most.rows)),
        x_(axis(shape, edges, shape.rank() - 1, most.columns)),
        plane_(in_rows(y_.before(y_.extent()), y_.extent())) {}

  [[nodiscard]] std::int64_t tiles() const { return z_.tiles() * y_.tiles() * x_.tiles(); }
  // The maximum number of nodes per tile.
  [[nodiscard]] std::int64_t nodes_of_tile() const {
    const std::int64_t z = z_.end(0), y = y_.end(0), x = x_.end(0);
    return z == 1 && z_.before(1) == 0 ? 2 * (y + x) : 2 * (z * y + y * x + x * z);
  }
  [[nodiscard]] LatticeTile tile(std::int64_t index) const {
    const std::int64_t x = index % x_.tiles(), y = index / x_.tiles() % y_.tiles(), z = index / x_.tiles() / y_.tiles();
    return {{z_.begin(z), y_.begin(y), x_.begin(x)}, {z_.end(z), y_.end(y), x_.end(x)}};
  }

  // Nodes are numbered in raster order.
  [[nodiscard]] std::int64_t nodes() const { return first_in_plane(z_.extent()); }
  [[nodiscard]] std::int64_t node(std::int64_t z, std::int64_t y, std::int64_t x) const {
    const std::int64_t first = first_in_plane(z);
    if (z_.is_cut(z)) return first + y * x_.extent() + x;
    return first + in_rows(y_.before(y), y) + (y_.is_cut(y) ? x : x_.before(x));
  }
  // Calls visit(z, y, x, node) for the nodes among the cells of a tile.
  template <class Visit>
  void for_nodes(const LatticeTile& tile, const Visit& visit) const {
    for (std::int64_t z = tile.begin.planes; z < tile.end.planes; ++z)
      for (std::int64_t y = tile.begin.rows; y < tile.end.rows; ++y) {
        const std::int64_t last = tile.end.columns - 1;
        if (z_.is_cut(z) || y_.is_cut(y)) {
          const std::int64_t first = node(z, y, tile.begin.columns);
          for (std::int64_t x = tile.begin.columns; x <= last; ++x) visit(z, y, x, first + x - tile.begin.columns);
          continue;
        }
        if (x_.is_cut(tile.begin.columns)) visit(z, y, tile.begin.columns, node(z, y, tile.begin.columns));
        if (last > tile.begin.columns && x_.is_cut(last)) visit(z, y, last, node(z, y, last));
      }
  }

 private:
  static Cuts axis(const Shape& shape, Faces edges, int which, std::int64_t most) {
    return {shape[which], most, !edges.low(which), !edges.high(which)};
  }
  // The number of nodes in `rows` rows of a plane that is not a cut; `full` of these rows are cuts.
  [[nodiscard]] std::int64_t in_rows(std::int64_t full, std::int64_t rows) const {
    return full * x_.extent() + (rows - full) * x_.before(x_.extent());
  }
  [[nodiscard]] std::int64_t first_in_plane(std::int64_t z) const {
    const std::int64_t full = z_.before(z);
    return full * y_.extent() * x_.extent() + (z - full) * plane_;
  }

  Cuts z_, y_, x_;
  std::int64_t plane_;  // nodes per plane that is not a cut
};

}  // namespace preamar::cpu
