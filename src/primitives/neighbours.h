// The neighbours of a cell: steps of -1, 0 or 1 along each axis, of which 1 to `connectivity` are non-zero.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

namespace preamar::primitives {

using Step = std::array<int, 3>;  // planes, rows, columns; planes are 0 in rank 2

inline std::vector<Step> neighbour_steps(int rank, int connectivity) {
  std::vector<Step> steps;
  const int planes = rank == 3 ? 1 : 0;
  for (int z = -planes; z <= planes; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const int moves = std::abs(z) + std::abs(y) + std::abs(x);
        if (moves >= 1 && moves <= connectivity) steps.push_back({z, y, x});
      }
  return steps;
}

}  // namespace preamar::primitives
