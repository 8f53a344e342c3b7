// What vectors do for the forest of a tile: keys of cells, each cell's greatest neighbour, and the cells in which hills
// can meet.
#pragma once

#include "primitives/rules/keys.h"

#include <cstdint>
#include <type_traits>

namespace preamar::cpu {
using namespace primitives;

// Cells of a tile have indices of 16 bits, in which a step is one number for all: columns, rows and planes take so many
// bits. One cell on every side is a wall.
struct Frame2 {
  static constexpr int row_shift = 8, plane_shift = 16;
  static constexpr std::int64_t planes = 1, rows = 254, columns = 254;  // at most, without the walls
};
struct Frame3 {
  static constexpr int row_shift = 6, plane_shift = 11;
  static constexpr std::int64_t planes = 30, rows = 30, columns = 62;
};
constexpr std::int64_t frame_cells = 1 << 16;
constexpr std::int64_t frame_room = frame_cells + 128;  // vectors read and write beyond the end

// The type in which keys of T are kept: it holds an index, and a bit for each neighbour.
template <class T, int rank>
using Lane = std::conditional_t<(sizeof(T) > 4), std::uint64_t,
                                std::conditional_t<sizeof(T) == 4 || rank == 3, std::uint32_t, std::uint16_t>>;

// Writes the keys of `count` cells: of their limit where they are alive, else 0. Beyond them come zeros, to the end of
// a vector.
template <class T, class L>
using AliveRow = void (*)(const Keys<T>& keys, bool keeps_full, const T* level, const T* limit, std::int64_t count,
                          L* to);
template <class T, class L>
[[nodiscard]] AliveRow<T, L> alive_row();

// Lists that climbing makes longer; each has room for frame_room.
template <class L>
struct Heights {
  L* peaks;   // indices of cells without a greater neighbour
  L* passes;  // indices of cells whose greater neighbours are not connected among themselves
  L* around;  // of passes: bit for bit the greater neighbours, and above them the number of the greatest
  std::int64_t peak_count = 0, pass_count = 0;
};

// Cells are in the total order (key, index). For `count` cells from index `at` on: writes to `up` the index of the
// greatest neighbour, of a peak its own, and lists peaks and passes. Keys of 0 are walls; `up` is not set there.
template <class L>
using Climb = void (*)(const L* keys, std::int64_t at, std::int64_t count, std::uint16_t* up, Heights<L>& heights);

// In rank 2 neighbours are numbered clockwise from the one above; corners that connect two sides are set. In rank 3
// they are numbered like the cells of a cube, and the greatest begins at bit 27.
template <class L>
[[nodiscard]] Climb<L> climb_2(int connectivity);
template <class L>
[[nodiscard]] Climb<L> climb_3(int connectivity);

}  // namespace preamar::cpu
