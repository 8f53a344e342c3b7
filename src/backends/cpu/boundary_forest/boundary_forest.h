// The cpu backend's boundary with its tuning given, for tests.
#pragma once

#include "backends/cpu/tile_grid.h"
#include "primitives/boundary_forest.h"

namespace preamar::cpu {
using namespace primitives;

struct BoundaryTuning {
  Extent3 tile = {0, 0, 0};  // cells along each axis at most, 2 or more; 0: as many as indices of 16 bits allow
};

// Beyond its images a call takes at most 9 MB for each thread and, of blocks of 2^20 cells or more, a byte a cell in
// rank 2 and eight in rank 3.
std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec& spec, ConstImageView level,
                                          ConstImageView limit, const BoundaryTuning& tuning);

}  // namespace preamar::cpu
