#include "backends/cpu/components/strips.h"

#include <algorithm>
#include <cstdlib>

namespace preamar::cpu {
namespace {

std::int64_t ceiling(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Adds a pair of rows; merges it into a set of rows that already touches the same rows.
void add(std::vector<Touch>& touches, RowSet one, RowSet other) {
  for (Touch& touch : touches)
    if (touch.one == one) {
      touch.other |= other;
      return;
    }
  touches.push_back({one, other});
}

// Combines rows that touch the same rows into one set.
std::vector<Touch> gathered(const std::vector<Touch>& touches) {
  std::vector<Touch> sets;
  for (const Touch& touch : touches) {
    const auto same = std::ranges::find(sets, touch.other, &Touch::other);
    if (same == sets.end())
      sets.push_back(touch);
    else
      same->one |= touch.one;
  }
  return sets;
}

Meeting meeting(StripSize size, int connectivity, int planes, int rows) {
  Meeting result{planes, rows, {}, {}};
  for (int k = 0; k < size.count(); ++k)
    for (int other = 0; other < size.count(); ++other) {
      const int dz = k / size.rows - (other / size.rows + planes * size.planes);
      const int dy = k % size.rows - (other % size.rows + rows * size.rows);
      if (std::abs(dz) > 1 || std::abs(dy) > 1) continue;
      const int moves = std::abs(dz) + std::abs(dy);
      if (moves <= connectivity) add(result.above, RowSet{1} << k, RowSet{1} << other);
      if (moves < connectivity) add(result.diagonal, RowSet{1} << k, RowSet{1} << other);
    }
  result.above = gathered(result.above);
  result.diagonal = gathered(result.diagonal);
  return result;
}

}  // namespace

StripGrid::StripGrid(const Shape& shape, StripSize strip)
    : size(strip),
      planes(shape.rank() == 3 ? shape[0] : 1),
      rows(shape[shape.rank() - 2]),
      columns(shape[shape.rank() - 1]),
      across(ceiling(planes, size.planes)),
      down(ceiling(rows, size.rows)),
      words(ceiling(columns, 64)) {}

std::int64_t StripGrid::row_of(std::int64_t strip, int k) const {
  const std::int64_t z = strip / down * size.planes + k / size.rows, y = strip % down * size.rows + k % size.rows;
  return z < planes && y < rows ? z * rows + y : -1;
}

std::vector<Meeting> meetings(StripSize size, int connectivity) {
  constexpr std::array<std::array<int, 2>, 4> earlier = {{{0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
  std::vector<Meeting> all;
  for (const auto& [planes, rows] : earlier)
    if (Meeting found = meeting(size, connectivity, planes, rows); !found.above.empty()) all.push_back(found);
  return all;
}

}  // namespace preamar::cpu
