// forest, its part for blocks: between which border cells of a block water can pass, and how high.
#pragma once

#include "core/box.h"
#include "skeletons/backend.h"
#include "skeletons/propagate.h"

#include <cstdint>
#include <vector>

namespace preamar {

struct BoundarySpec {
  Order order = Order::rising;
  int connectivity = 1;
  Faces edges;              // of the block that are the image's own; the border is what BoxBorder says
  bool keeps_full = false;  // cells whose level is their limit count too
};

// Two border cells, by their places in the BoxBorder, and the best level at which they are joined inside the block, as
// the key of skeletons/rules/keys.h: the greater, the better, whatever the order.
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
inline std::vector<BoundaryEdge> boundary(const Execution& on, const BoundarySpec& spec, const ConstImage& level,
                                          const ConstImage& limit) {
  return backend_for(on).boundary(on, spec, level, limit);
}

}  // namespace preamar
