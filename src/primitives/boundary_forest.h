// boundary_forest: which border cells of a block a flood can connect, and at what level.
#pragma once

#include "core/box.h"
#include "primitives/backend.h"
#include "primitives/contract.h"
#include "primitives/propagate.h"

#include <cstdint>
#include <vector>

namespace preamar::primitives {

struct BoundaryForestSpec {
  Order order = Order::rising;
  int connectivity = 1;
  Faces edges;              // faces of the block on the edge of the image; BoxBorder defines the border
  bool keeps_full = false;  // paths may also pass cells whose level is their limit
};

// Two border cells, by their positions in the BoxBorder, and the best level at which they are connected inside the
// block. The level is a key (primitives/rules/keys.h): greater is better in either order.
struct BoundaryEdge {
  std::uint32_t a, b;
  std::uint64_t width;
  friend bool operator==(const BoundaryEdge&, const BoundaryEdge&) = default;
};

// The maximum spanning forest of the border cells. The width between two cells is the maximum, over all paths inside
// the block, of the worst limit on the path, both ends included. `level` is the flood of the block without its
// neighbours, at its fixed point. Paths avoid cells whose level is their limit unless `keeps_full`: such a cell cannot
// improve, so nothing better passes through it.
//
// Both images have the block's shape and one dtype, rank 2 or 3, dense rows, and fewer than 2^32 cells. Edges are in
// descending order of width. If several forests are maximal, returns any of them.
inline std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec& spec,
                                                 ConstImageView level, ConstImageView limit) {
  PREAMAR_ASSERT(is_grid(level) && is_grid(limit), "blocks have rank 2 or 3 and dense rows");
  PREAMAR_ASSERT(level.type() == limit.type(), "level and limit share shape and dtype");
  PREAMAR_ASSERT(has_narrow_count(limit), "a block has fewer than 2^32 cells");
  return backend_for(on).boundary_forest(on, spec, level, limit);
}

}  // namespace preamar::primitives
