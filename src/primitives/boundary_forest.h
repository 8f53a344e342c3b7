// boundary_forest: between which border cells of a block a flood can pass, and how high.
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
  Faces edges;              // of the block that are the image's own; the border is what BoxBorder says
  bool keeps_full = false;  // cells whose level is their limit count too
};

// Two border cells, by their positions in the BoxBorder, and the best level at which they are connected inside the
// block, as the key of primitives/rules/keys.h: the greater, the better, in either order.
struct BoundaryEdge {
  std::uint32_t a, b;
  std::uint64_t width;
  friend bool operator==(const BoundaryEdge&, const BoundaryEdge&) = default;
};

// The maximum spanning forest of the border cells, where the width between two is the best over all paths inside the
// block of the worst limit on the path, both ends included. `level` is the flood of the block alone, at rest; cells
// whose level is their limit are no part of any path unless `keeps_full`: what could come through them is no better
// than what they have given already. Both images have the block's shape and one dtype, of rank 2 or 3, dense rows, and
// fewer than 2^32 cells. The edges come in descending order of width; of several such forests any.
inline std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec& spec,
                                                 ConstImageView level, ConstImageView limit) {
  PREAMAR_ASSERT(is_grid(level) && is_grid(limit), "blocks have rank 2 or 3 and dense rows");
  PREAMAR_ASSERT(level.type() == limit.type(), "level and limit share shape and dtype");
  PREAMAR_ASSERT(has_narrow_count(limit), "a block has fewer than 2^32 cells");
  return backend_for(on).boundary_forest(on, spec, level, limit);
}

}  // namespace preamar::primitives
