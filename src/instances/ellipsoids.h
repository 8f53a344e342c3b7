// Ellipsoids of one grey level each, blended over an image in a fixed order.
#pragma once

#include "instances/hash.h"
#include "instances/noise.h"
#include "instances/painter.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace preamar::painters {

// Axes as in an image: plane, row, column. In 2-D all centres lie in plane 0.
struct Ellipsoid {
  std::array<std::int64_t, 3> centre;
  std::array<double, 3> radius;
  Level level;
};

// The range that an ellipsoid's radii and level are drawn from.
struct EllipsoidKind {
  double least_radius, greatest_radius;
  int darkest, brightest;
};

// The ellipsoid whose shape `key` tells.
[[nodiscard]] Ellipsoid ellipsoid_at(const std::array<std::int64_t, 3>& centre, const EllipsoidKind& kind, Key key);

// Blends the part of each ellipsoid that meets this row: 0.3 of what was there, 0.7 of its level, about.
void blend(std::span<const Ellipsoid> ellipsoids, const Window& window, std::int64_t plane, std::int64_t row,
           std::vector<Level>& levels);

// Ellipsoids strewn evenly: each cell of a grid holds its own, so that a row needs only the cells about it.
class Strewn {
 public:
  // One ellipsoid to every `volume` pixels (in 2-D, an area).
  Strewn(Key key, const Window& window, int rank, const EllipsoidKind& kind, std::int64_t volume);
  void blend_into(std::int64_t plane, std::int64_t row, std::vector<Level>& levels);

 private:
  void gather(std::int64_t cell_plane, std::int64_t cell_row);
  void gather_cell(std::int64_t cell_plane, std::int64_t cell_row, std::int64_t cell_column);

  Key key_;
  Window window_;
  int rank_;
  EllipsoidKind kind_;
  std::int64_t cell_;      // its side, more than a radius
  std::int64_t per_cell_;  // in units of 2^-16
  std::int64_t cells_;     // of the grid, a side
  std::array<std::int64_t, 2> gathered_ = {-1, -1};
  std::vector<Ellipsoid> near_;
};

}  // namespace preamar::painters
