// Divides an image into tiles, and holds the edges that tiles publish to each other.
#pragma once

#include "core/memory.h"
#include "primitives/rules/keys.h"

#include <preamar/image.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>

namespace preamar::cpu {
using namespace primitives;

// Neighbouring tiles are numbered like the cells of a 3x3x3 cube; 13 is the tile itself.
[[nodiscard]] constexpr int towards(int dz, int dy, int dx) { return (dz + 1) * 9 + (dy + 1) * 3 + (dx + 1); }

struct Extent3 {
  std::int64_t planes, rows, columns;
};

// Tiles of depth x side x side cells; an image of rank 2 is one plane.
struct TileGrid {
  TileGrid(const Shape& shape, int tile_side, int tile_depth)
      : cells{shape.rank() == 3 ? shape[0] : 1, shape[shape.rank() - 2], shape[shape.rank() - 1]},
        side(tile_side),
        depth(cells.planes > 1 ? tile_depth : 1),
        tiles{over(cells.planes, depth), over(cells.rows, side), over(cells.columns, side)} {}

  [[nodiscard]] std::int64_t count() const { return tiles.planes * tiles.rows * tiles.columns; }
  [[nodiscard]] Extent3 place(std::int64_t tile) const {
    return {tile / (tiles.rows * tiles.columns), tile / tiles.columns % tiles.rows, tile % tiles.columns};
  }
  // The tile at a step of -1, 0 or 1 along each axis; -1 outside the image.
  [[nodiscard]] std::int64_t neighbour(const Extent3& at, int dz, int dy, int dx) const {
    const std::int64_t z = at.planes + dz, y = at.rows + dy, x = at.columns + dx;
    const bool inside = z >= 0 && y >= 0 && x >= 0 && z < tiles.planes && y < tiles.rows && x < tiles.columns;
    return inside ? (z * tiles.rows + y) * tiles.columns + x : -1;
  }

  Extent3 cells;
  int side, depth;
  Extent3 tiles;

 private:
  static std::int64_t over(std::int64_t n, std::int64_t by) { return (n + by - 1) / by; }
};

// The outermost cells of every tile as keys: the top and bottom row and the left and right column of each plane and, in
// rank 3, the front and back plane. A tile writes only its own edges and reads its neighbours', by relaxed atomic
// words; the state machine of the wavefront orders these accesses.
template <class T>
class Edges {
 public:
  enum Line { top, bottom, left, right };

  explicit Edges(const TileGrid& grid)
      : side_(grid.side),
        depth_(grid.depth),
        faces_(grid.cells.planes > 1),
        size_(std::int64_t{4} * side_ * depth_ + (faces_ ? std::int64_t{2} * side_ * side_ : 0)),
        cells_(size_ * grid.count()) {}

  [[nodiscard]] static std::int64_t bytes(const TileGrid& grid) {
    const std::int64_t lines = std::int64_t{4} * grid.side * grid.depth;
    const std::int64_t faces = grid.cells.planes > 1 ? std::int64_t{2} * grid.side * grid.side : 0;
    return (lines + faces) * grid.count() * static_cast<std::int64_t>(sizeof(T));
  }
  void clear(std::int64_t first_tile, std::int64_t last_tile) const {
    std::fill(cells_.data() + first_tile * size_, cells_.data() + last_tile * size_, T{0});
  }

  [[nodiscard]] T* line(std::int64_t tile, int plane, Line which) const {
    return cells_.data() + tile * size_ + (plane * 4 + which) * side_;
  }
  // The front (0) or back (1) plane.
  [[nodiscard]] T* face(std::int64_t tile, int which) const {
    return cells_.data() + tile * size_ + 4 * side_ * depth_ + which * side_ * side_;
  }

 private:
  std::int64_t side_, depth_;
  bool faces_;
  std::int64_t size_;  // cells per tile
  Buffer<T> cells_;
};

// Relaxed reads and writes of shared cells; `count` cells fill complete words.
template <class T>
void read_shared(const T* from, T* to, std::int64_t count) {
  constexpr std::int64_t cells = sizeof(std::uint64_t) / sizeof(T);
  for (std::int64_t i = 0; i < count; i += cells) {
    auto& word = *reinterpret_cast<std::uint64_t*>(const_cast<T*>(from + i));
    const std::uint64_t value = std::atomic_ref(word).load(std::memory_order_relaxed);
    std::memcpy(to + i, &value, sizeof value);
  }
}

template <class T>
T read_shared_cell(const T* line, std::int64_t index) {
  constexpr std::int64_t cells = sizeof(std::uint64_t) / sizeof(T);
  T word[cells];
  read_shared(line + index / cells * cells, word, cells);
  return word[index % cells];
}

// Only for the one thread that writes this line.
template <class T>
void write_shared_cell(T value, T* line, std::int64_t index) {
  constexpr std::int64_t cells = sizeof(std::uint64_t) / sizeof(T);
  T word[cells];
  T* const at = line + index / cells * cells;
  std::memcpy(word, at, sizeof word);
  word[index % cells] = value;
  std::uint64_t bits;
  std::memcpy(&bits, word, sizeof bits);
  std::atomic_ref(*reinterpret_cast<std::uint64_t*>(at)).store(bits, std::memory_order_relaxed);
}

// Writes only if something differs; returns whether it did.
template <class T>
bool write_shared(const T* from, T* to, std::int64_t count) {
  constexpr std::int64_t cells = sizeof(std::uint64_t) / sizeof(T);
  if (std::memcmp(from, to, static_cast<std::size_t>(count) * sizeof(T)) == 0) return false;  // others only read it
  for (std::int64_t i = 0; i < count; i += cells) {
    std::uint64_t value;
    std::memcpy(&value, from + i, sizeof value);
    std::atomic_ref(*reinterpret_cast<std::uint64_t*>(to + i)).store(value, std::memory_order_relaxed);
  }
  return true;
}

}  // namespace preamar::cpu
