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

// The tile for cells of so many bytes. Milliseconds on one thread of a Xeon (model 143, AVX3), 2026-11-15, best of 7
// calls or more: tissue-100-h and spiral-pair at 4096, tissue3d-h at 256, by side of the tile; 4 and 8 bytes are
// floats:
//   bytes    16               32               64               128
//   1        -                118  299  120    75   296  107    59   285  111
//   2        -                141  373  187    101  327  157    -
//   4        -                196  486  301    212  462  337    -
//   8        397  628  646    365  620  673    -                -
// Small tiles cost visits, large ones leave the nearer caches.
[[nodiscard]] constexpr TileSize tile_size(int cell_bytes, int rank) {
  if (rank == 3) return {cell_bytes <= 2 ? 64 : 32, 8};
  return {cell_bytes == 1 ? 128 : cell_bytes <= 4 ? 64 : 32, 1};
}

}  // namespace preamar::cpu
