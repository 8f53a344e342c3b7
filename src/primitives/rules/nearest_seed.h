// Danielsson's approximate distance: each cell keeps the nearest goal it knows, and adopts the goal of a face neighbour
// if that is nearer, until nothing changes.
//
// This rule is not isotone: a cell that adopts a nearer goal no longer offers its previous goal, which may be the
// nearest goal of another cell. So the result depends on the order of visits, and may be slightly too far: in 2-D with
// equal steps by less than 2 - sqrt(2) = 0.58579 of a step. It terminates because squared distances only fall.
#pragma once

#include "primitives/distance_transform.h"

namespace preamar::primitives {

struct SeedPlace {
  std::int64_t z, y, x;
};

class NearestSeed {
 public:
  NearestSeed(const DistanceTransformSpec& spec, const Shape& shape)
      : rows(shape[shape.rank() - 2]), columns(shape[shape.rank() - 1]), planes(shape.rank() == 3 ? shape[0] : 1) {
    const int rank = shape.rank();
    for (int axis = 0; axis < rank; ++axis)
      steps_[static_cast<std::size_t>(axis + 3 - rank)] =
          static_cast<std::uint64_t>(spec.step_squared[static_cast<std::size_t>(axis)]);
  }

  // The squared distance from a cell to a goal, given by its raster index. The index -1 (no goal) is further than all
  // goals.
  [[nodiscard]] std::uint64_t squared(const SeedPlace& from, std::int64_t goal) const {
    if (goal < 0) return std::numeric_limits<std::uint64_t>::max();
    const auto z = static_cast<std::uint64_t>(from.z - goal / (rows * columns));
    const auto y = static_cast<std::uint64_t>(from.y - goal / columns % rows);
    const auto x = static_cast<std::uint64_t>(from.x - goal % columns);
    // Each difference is squared, so wrap-around of negative ones is harmless.
    return steps_[0] * z * z + steps_[1] * y * y + steps_[2] * x * x;
  }

  std::int64_t rows, columns, planes;

 private:
  std::array<std::uint64_t, 3> steps_{};
};

}  // namespace preamar::primitives
