// The cpu backend's boundary_forest with explicit tuning, for tests.
#pragma once

#include "backends/cpu/tile_grid.h"
#include "primitives/boundary_forest.h"

namespace preamar::cpu {
using namespace primitives;

struct BoundaryTuning {
  Extent3 tile = {0, 0, 0};  // maximum cells along each axis, 2 or more; 0: as many as 16-bit indices allow
};

// Scratch memory of a call: at most 9 MB per thread and, for blocks of 2^20 cells or more, 1 byte per cell in rank 2
// and 8 bytes in rank 3.
std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec& spec, ConstImageView level,
                                          ConstImageView limit, const BoundaryTuning& tuning);

}  // namespace preamar::cpu
