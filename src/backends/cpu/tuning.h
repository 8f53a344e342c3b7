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

// The tile for cells of so many bytes. Milliseconds on one thread of a Xeon (model 143, AVX-512), 2026-11-15, for
// reconstruct of tissue-100-h and of a spiral at 4096x4096, and of tissue3d-h at 256^3, by side of the tile:
//   bytes    32               64               128
//   1        -    -    122    69   297  104    59   291  112
//   2        144  413  206    105  363  180    131  377  -
//   4        213  636  340    227  529  388    -    -    -
//   8        407  749  -      494  825  -      -    -    -
// Small tiles cost visits, large ones leave the second-level cache and, in a row, the registers.
[[nodiscard]] constexpr TileSize tile_size(int cell_bytes, int rank) {
  if (rank == 3) return {cell_bytes <= 2 ? 64 : 32, 8};
  return {cell_bytes == 1 ? 128 : cell_bytes <= 4 ? 64 : 32, 1};
}

}  // namespace preamar::cpu
