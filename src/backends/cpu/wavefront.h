// The wavefront: tiles that are visited by several threads until none has anything left to do.
#pragma once

#include "backends/cpu/tile_grid.h"

#include <preamar/execution.h>

#include <cstdint>
#include <functional>

namespace preamar::cpu {

// visit(tile, worker) does what a tile has to do, publishes it, and returns the set of neighbours to wake: bit
// towards(dz, dy, dx) for each. All tiles are visited at least once; never one tile by two workers at a time.
// Returns the number of visits. Throws what a visit throws, or Error (stopped).
std::int64_t run_wavefront(const Execution& on, const TileGrid& grid, int workers, std::uint64_t shuffle,
                           const std::function<std::uint32_t(std::int64_t tile, int worker)>& visit);

}  // namespace preamar::cpu
