// Vector code for the forest of a tile: the keys of cells, each cell's largest neighbour, and the cells in which two
// hills can meet.
#pragma once

#include "primitives/rules/keys.h"

#include <cstdint>
#include <type_traits>

namespace preamar::cpu {
using namespace primitives;

// Cells of a tile have 16-bit indices: bit fields of column, row and plane, so that a step is the same number
// everywhere. The outermost cell on every side is a wall.
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

// The type of keys of T: wide enough for an index, and for one bit per neighbour.
template <class T, int rank>
using Lane = std::conditional_t<(sizeof(T) > 4), std::uint64_t,
                                std::conditional_t<sizeof(T) == 4 || rank == 3, std::uint32_t, std::uint16_t>>;

// Writes the keys of `count` cells: the key of the limit if the cell is alive, otherwise 0. Pads with zeros to the end
// of a vector.
template <class T, class L>
using AliveRow = void (*)(const Keys<T>& keys, bool keeps_full, const T* level, const T* limit, std::int64_t count,
                          L* to);
template <class T, class L>
[[nodiscard]] AliveRow<T, L> alive_row();

// Lists to which climbing appends; each has room for frame_room elements.
template <class L>
struct Heights {
  L* peaks;   // indices of cells without a greater neighbour
  L* passes;  // indices of cells whose greater neighbours are not connected to each other
  L* around;  // per pass: a bit per greater neighbour, and above them the number of the largest
  std::int64_t peak_count = 0, pass_count = 0;
};

// Cells have the total order (key, index). For `count` cells from index `at` on: writes to `up` the index of the
// largest neighbour (a peak's own index) and appends to the lists of peaks and passes. Cells with key 0 are walls;
// their `up` is not set.
template <class L>
using Climb = void (*)(const L* keys, std::int64_t at, std::int64_t count, std::uint16_t* up, Heights<L>& heights);

// In rank 2, neighbours are numbered clockwise from the one above, and corners that connect two sides are set. In rank
// 3, they are numbered like the cells of a cube, and the number of the largest begins at bit 27.
template <class L>
[[nodiscard]] Climb<L> climb_2(int connectivity);
template <class L>
[[nodiscard]] Climb<L> climb_3(int connectivity);

}  // namespace preamar::cpu
