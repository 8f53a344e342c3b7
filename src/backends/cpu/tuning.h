// Numbers that change how fast the cpu backend is and never what it gives.
#pragma once

#include <cstdint>

namespace preamar::cpu {

struct Tuning {
  int tile = 0;               // side of a tile in cells; 0: as the table says
  std::uint64_t shuffle = 0;  // not 0: tiles are visited in a random order seeded by this, for tests
};

struct TileSize {
  int side, depth;
};

// The tile for cells of so many bytes.
[[nodiscard]] constexpr TileSize tile_size(int cell_bytes, int rank) {
  const int side = cell_bytes <= 2 ? 64 : 32;
  return {side, rank == 3 ? 8 : 1};
}

}  // namespace preamar::cpu
