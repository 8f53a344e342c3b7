// Parameters that change the speed of the cpu backend and never its results.
#pragma once

#include <cstdint>

namespace preamar::cpu {

struct Tuning {
  int tile = 0;               // side of a tile in cells; 0: from the table
  std::uint64_t shuffle = 0;  // non-zero: visits tiles in a random order with this seed, for tests
};

struct TileSize {
  int side, depth;
};

// The tile size by bytes per cell. Milliseconds on one thread of a Xeon (model 143, AVX3), 2026-11-15, best of 7
// calls or more: tissue-100-h and spiral-pair at 4096, tissue3d-h at 256, by side of the tile; 4 and 8 bytes are
// floats:
//   bytes    16               32               64               128
//   1        -                118  299  120    75   296  107    59   285  111
//   2        -                141  373  187    101  327  157    -
//   4        -                196  486  301    212  462  337    -
//   8        397  628  646    365  620  673    -                -
// Small tiles need more visits; large ones do not fit the L1 and L2 caches. Sides that no rank uses are not compiled.
[[nodiscard]] constexpr TileSize tile_size(int cell_bytes, int rank) {
  if (rank == 3) return {cell_bytes <= 2 ? 64 : 32, 8};
  return {cell_bytes == 1 ? 128 : cell_bytes <= 4 ? 64 : 32, 1};
}

}  // namespace preamar::cpu
