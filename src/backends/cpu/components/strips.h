// Rows of an image as bits, taken together in strips whose runs are connected pieces.
//
// Two rows, one above the other, in which corners join: if a column and the next both hold a cell, those cells are
// neighbours. So a run of columns that hold a cell is one connected piece, and the pieces of both rows together are
// fewer than those of each. With corners in 3-D the same is true of two rows in each of two planes.
#pragma once

#include <preamar/image.h>

#include <array>
#include <cstdint>
#include <vector>

namespace preamar::cpu {

// How many rows a strip has: `planes` times `rows`, 1 or 2 each.
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

  // Row `k` of a strip as a row of the image in C order; -1 where the image has ended.
  [[nodiscard]] std::int64_t row_of(std::int64_t strip, int k) const;
  [[nodiscard]] std::int64_t count() const { return across * down; }
  // Strips whose first cells may alternate in raster order; the strips of a slab follow each other.
  [[nodiscard]] std::int64_t slab() const { return size.planes == 2 ? down : 1; }

  StripSize size;
  std::int64_t planes, rows, columns;
  std::int64_t across, down;  // strips along planes and along rows
  std::int64_t words;         // of 64 columns
};

// A set of rows of a strip, a bit each.
using RowSet = unsigned;

// Rows `one` of a strip and rows `other` of an earlier one, all pairs of which touch.
struct Touch {
  RowSet one, other;
};

// How the cells of a strip meet those of an earlier strip, `planes` and `rows` strips away.
struct Meeting {
  int planes, rows;
  std::vector<Touch> above;     // in the same column
  std::vector<Touch> diagonal;  // in the column before and the column after too
};

// The earlier strips that a strip meets.
[[nodiscard]] std::vector<Meeting> meetings(StripSize size, int connectivity);

}  // namespace preamar::cpu
