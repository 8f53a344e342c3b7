// Rows of an image as bits, grouped in strips such that each run of a strip is connected.
//
// In two adjacent rows with corner connectivity, cells in consecutive columns are neighbours, whichever rows they are
// in. So each run of columns that hold a cell is connected, and the strip has fewer runs than its rows have together.
// With corner connectivity in 3-D the same holds for two rows in each of two planes.
#pragma once

#include <preamar/image.h>

#include <array>
#include <cstdint>
#include <vector>

namespace preamar::cpu {

// The number of rows in a strip: `planes` times `rows`, 1 or 2 each.
struct StripSize {
  int planes = 1, rows = 1;
  [[nodiscard]] int count() const { return planes * rows; }
};

// The largest strip in which every run of columns is connected.
[[nodiscard]] inline StripSize largest_strip(int rank, int connectivity) {
  if (connectivity == 1) return {1, 1};
  return {rank == 3 && connectivity == 3 ? 2 : 1, 2};
}

class StripGrid {
 public:
  StripGrid(const Shape& shape, StripSize size);

  // Row `k` of a strip as a row of the image in C order; -1 beyond the image.
  [[nodiscard]] std::int64_t row_of(std::int64_t strip, int k) const;
  [[nodiscard]] std::int64_t count() const { return across * down; }
  // The number of consecutive strips whose first cells may interleave in raster order.
  [[nodiscard]] std::int64_t slab() const { return size.planes == 2 ? down : 1; }

  StripSize size;
  std::int64_t planes, rows, columns;
  std::int64_t across, down;  // number of strips along planes and along rows
  std::int64_t words;         // per row, 64 columns each
};

// A set of rows of a strip, one bit each.
using RowSet = unsigned;

// Rows `one` of a strip and rows `other` of an earlier strip; each pair of them touches.
struct Touch {
  RowSet one, other;
};

// How the cells of a strip touch those of an earlier strip, `planes` and `rows` strips away.
struct Meeting {
  int planes, rows;
  std::vector<Touch> above;     // in the same column
  std::vector<Touch> diagonal;  // also in the column before and the column after
};

// The earlier strips that a strip touches.
[[nodiscard]] std::vector<Meeting> meetings(StripSize size, int connectivity);

}  // namespace preamar::cpu
