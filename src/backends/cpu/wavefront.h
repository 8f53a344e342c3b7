// The wavefront: threads visit tiles until no tile has work left.
#pragma once

#include "backends/cpu/tile_grid.h"

#include <preamar/execution.h>

#include <cstdint>

namespace preamar::cpu {

// The operations on tiles.
class TileWork {
 public:
  virtual ~TileWork() = default;
  // Processes a tile, publishes its edges, and returns the set of neighbours to wake: bit towards(dz, dy, dx) for each.
  // Each tile is visited at least once, and never by two workers at the same time.
  virtual std::uint32_t visit(std::int64_t tile, int worker) = 0;
  // Called for the tile that the same worker will visit after the next one.
  virtual void expect(std::int64_t tile) = 0;
};

// Returns the number of visits. Throws what a visit throws, or Error (stopped).
std::int64_t run_wavefront(const Execution& on, const TileGrid& grid, int workers, std::uint64_t shuffle,
                           TileWork& work);

}  // namespace preamar::cpu
