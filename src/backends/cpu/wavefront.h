// The wavefront: tiles that are visited by several threads until none has anything left to do.
#pragma once

#include "backends/cpu/tile_grid.h"

#include <preamar/execution.h>

#include <cstdint>

namespace preamar::cpu {

// What is done with tiles.
class TileWork {
 public:
  virtual ~TileWork() = default;
  // Does what a tile has to do, publishes it, and returns the set of neighbours to wake: bit towards(dz, dy, dx) for
  // each. All tiles are visited at least once; never one tile by two workers at a time.
  virtual std::uint32_t visit(std::int64_t tile, int worker) = 0;
  // Is told of a tile that the same worker will visit after the next one.
  virtual void expect(std::int64_t tile) = 0;
};

// Returns the number of visits. Throws what a visit throws, or Error (stopped).
std::int64_t run_wavefront(const Execution& on, const TileGrid& grid, int workers, std::uint64_t shuffle,
                           TileWork& work);

}  // namespace preamar::cpu
