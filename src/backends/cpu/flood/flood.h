// The flood of one tile: the vector code's interface to the backend.
#pragma once

#include "backends/cpu/tile_grid.h"
#include "primitives/rules/keys.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace preamar::cpu {
using namespace primitives;

enum class TileKind : std::uint8_t {
  unseen,
  textured,
  plain,  // one limit, so one level: kept in the edges, written to the image at the end
};

// One propagation over keys of type T. Strides are of planes and rows, in bytes.
template <class T>
struct FloodJob {
  struct Cells {
    const std::byte* data;
    std::int64_t plane_stride, row_stride;
  };

  const TileGrid& grid;
  Keys<T> keys;
  int connectivity;
  Cells seed, limit, state;      // state is written
  const Edges<T>& levels;        // edges of the state, as keys
  const Edges<T>& limits;        // edges of the limit
  std::atomic<TileKind>* kinds;  // one per tile; no longer `unseen` once the edges of its limit are published
};

// The functions for one key width, tile side and instruction set.
template <class T>
struct FloodFunctions {
  int side;
  // Bytes of scratch per worker, 64-byte aligned, for tiles of that depth.
  std::int64_t (*scratch_bytes)(int depth);
  // Floods a tile from its neighbours' edges and returns the neighbours to wake.
  std::uint32_t (*visit)(const FloodJob<T>& job, std::int64_t tile, void* scratch);
  // Prefetches the cells of a tile that will be visited soon.
  void (*prefetch)(const FloodJob<T>& job, std::int64_t tile);
  // Writes the level of a `plain` tile into the image.
  void (*write_plain)(const FloodJob<T>& job, std::int64_t tile);
};

// For the best instruction set; `side` is rounded to a supported one.
template <class T>
FloodFunctions<T> flood_functions(int side);
template <>
FloodFunctions<std::uint8_t> flood_functions(int side);
template <>
FloodFunctions<std::uint16_t> flood_functions(int side);
template <>
FloodFunctions<std::uint32_t> flood_functions(int side);
template <>
FloodFunctions<std::uint64_t> flood_functions(int side);

}  // namespace preamar::cpu
