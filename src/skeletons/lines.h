// lines: independent passes along one axis after another; the exact squared distance to the nearest background cell.
#pragma once

#include "skeletons/backend.h"

#include <array>

namespace preamar {

// The square of one step along each axis, in whole units, so that every sum is exact in any order.
struct LinesSpec {
  std::array<std::int64_t, max_rank> step_squared{1, 1, 1};
};

// Writes to each cell of `squared` (uint32 or uint64, wide enough for the largest sum) the squared distance to the
// nearest cell of `image` that is 0, the type's maximum where there is none; and to `nearest`, of rank 0 or int64, the
// raster index of that cell: of equally near ones the first by column, then row, then plane; -1 where there is none.
inline void lines(const Execution& on, const LinesSpec& spec, const ConstImage& image, const Image& squared,
                  const Image& nearest) {
  backend_for(on).lines(on, spec, image, squared, nearest);
}

}  // namespace preamar
