// What neighbouring regions exchange: where they touch, and what they know of their borders.
#pragma once

#include "core/box.h"
#include "core/bytes.h"

#include <cstdint>
#include <vector>

namespace preamar::blocks {

// Two boxes that touch along one axis, `low` first; their union is a box.
struct Seam {
  Box low, high, joined;
  int axis;
};

struct Merged {
  Bytes summary;       // of the joined region
  Bytes merge_record;  // the data that `split` needs from this merge
};

// Values of a block's border, and bounds of the values of the cells around it: see RelaxationKind in
// blocks/families/algorithm.h.
struct SeamValues {
  std::vector<std::uint64_t> border;  // per cell of BoxBorder
  std::vector<std::uint64_t> around;  // per cell of BoxRing
  Bytes summary;                      // of the block, for `merge`; empty if regions are not merged
};

}  // namespace preamar::blocks
