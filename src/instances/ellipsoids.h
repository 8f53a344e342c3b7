// Ellipsoids of constant grey level, blended over an image in a fixed order.
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
  std::int32_t number = 0;  // above 0 if it is strewn
};

// The ranges of the radii and of the level of an ellipsoid.
struct EllipsoidKind {
  double least_radius, greatest_radius;
  int darkest, brightest;
};

// The ellipsoid with the shape that `key` defines.
[[nodiscard]] Ellipsoid ellipsoid_at(const std::array<std::int64_t, 3>& centre, const EllipsoidKind& kind, Key key);

// Blends the part of each ellipsoid in this row: about 0.3 of the previous level plus 0.7 of the ellipsoid's level.
void blend(std::span<const Ellipsoid> ellipsoids, const Window& window, std::int64_t plane, std::int64_t row,
           std::vector<Level>& levels);

// Ellipsoids at random positions of uniform density. Each cell of a grid has its own, so a row needs only nearby cells.
class Strewn {
 public:
  // One ellipsoid to every `volume` pixels (in 2-D, an area).
  Strewn(Key key, const Window& window, int rank, const EllipsoidKind& kind, std::int64_t volume);
  void blend_into(std::int64_t plane, std::int64_t row, std::vector<Level>& levels);
  // Writes the number of each ellipsoid into its pixels; later ones cover earlier ones.
  void number_into(std::int64_t plane, std::int64_t row, std::int32_t* numbers);

 private:
  void gather(std::int64_t cell_plane, std::int64_t cell_row);
  void gather_cell(std::int64_t cell_plane, std::int64_t cell_row, std::int64_t cell_column);
  [[nodiscard]] std::int32_t number_of(std::int64_t plane, std::int64_t row, std::int64_t column, std::int64_t i) const;

  Key key_;
  Window window_;
  int rank_;
  EllipsoidKind kind_;
  std::int64_t cell_;      // side of a cell, more than a radius
  std::int64_t per_cell_;  // mean number per cell, in units of 2^-16
  std::int64_t cells_;     // number of cells per side
  std::array<std::int64_t, 2> gathered_ = {-1, -1};
  std::vector<Ellipsoid> near_;
};

}  // namespace preamar::painters
