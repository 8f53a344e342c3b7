// Danielsson's approximation of distance: a cell keeps the nearest goal that it knows of, and takes over that of a
// neighbour that shares a face where it is nearer, until nothing changes.
//
// This rule is not isotone: a cell that has found a nearer goal no longer passes on the one it had, which may have been
// the nearest of another cell. So the end depends on the order of visits, and is a goal that may be a little further
// than the nearest; in 2-D with equal steps by less than 2 - sqrt(2) = 0.58579 of a step. It does end: squares only
// fall.
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

  // From a cell to a goal, given by its raster index; none, -1, is further than all.
  [[nodiscard]] std::uint64_t squared(const SeedPlace& from, std::int64_t goal) const {
    if (goal < 0) return std::numeric_limits<std::uint64_t>::max();
    const auto z = static_cast<std::uint64_t>(from.z - goal / (rows * columns));
    const auto y = static_cast<std::uint64_t>(from.y - goal / columns % rows);
    const auto x = static_cast<std::uint64_t>(from.x - goal % columns);
    return steps_[0] * z * z + steps_[1] * y * y + steps_[2] * x * x;  // squares, so that signs do not matter
  }

  std::int64_t rows, columns, planes;

 private:
  std::array<std::uint64_t, 3> steps_{};
};

}  // namespace preamar::primitives
