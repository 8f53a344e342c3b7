// The 3x3x3 cells around a cell, numbered in raster order; 13 is the cell itself.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace preamar::cpu {

constexpr int cube_cells = 27, cube_middle = 13;

// The number of coordinates in which two cells of the cube differ; 4 if one differs by two.
constexpr int cube_moves(int a, int b) {
  int moves = 0;
  for (int axis = 0; axis < 3; ++axis, a /= 3, b /= 3) {
    const int step = a % 3 - b % 3;
    if (step == 2 || step == -2) return 4;
    moves += step != 0;
  }
  return moves;
}

// One bit per cell of the cube that is a neighbour of `cell`.
constexpr std::uint32_t cube_neighbours(int cell, int connectivity) {
  std::uint32_t bits = 0;
  for (int other = 0; other < cube_cells; ++other) {
    const int moves = cube_moves(cell, other);
    if (moves >= 1 && moves <= connectivity) bits |= std::uint32_t{1} << other;
  }
  return bits;
}

class Cube {
 public:
  explicit constexpr Cube(int connectivity) {
    for (int cell = 0; cell < cube_cells; ++cell)
      neighbours_[static_cast<std::size_t>(cell)] = cube_neighbours(cell, connectivity);
  }
  // The cells that contain the neighbours of the middle.
  [[nodiscard]] constexpr std::uint32_t ways() const { return neighbours_[cube_middle]; }
  // The cells that are connected to `cell` within `within`.
  [[nodiscard]] std::uint32_t connected(int cell, std::uint32_t within) const {
    std::uint32_t found = std::uint32_t{1} << cell, open = found;
    for (; open != 0; open &= open - 1) {
      const std::uint32_t more = neighbours_[static_cast<std::size_t>(std::countr_zero(open))] & within & ~found;
      found |= more;
      open |= more;
    }
    return found;
  }

 private:
  std::array<std::uint32_t, cube_cells> neighbours_{};
};

}  // namespace preamar::cpu
