#include "instances/corridors.h"

#include <algorithm>

namespace preamar::painters {
namespace {

struct Position {
  std::int64_t row, column;
  friend bool operator==(const Position&, const Position&) = default;
};

// The position at which the spiral ends, because its next leg would be too short.
Position spiral_end(std::int64_t size) {
  if (size % 4 < 2) return {size / 2, size / 2 - 2};
  return {(size + 1) / 2, (size + 1) / 2};
}

Painter stacked(const Window& window, Corridor on, Position first_joint, Position second_joint) {
  return each_pixel(window, [=, size = window.size](std::int64_t plane, std::int64_t row, std::int64_t column) {
    if (plane % 2 == 0) return on(size, row, column);
    return plane < size - 1 && Position{row, column} == (plane % 4 == 1 ? first_joint : second_joint);
  });
}

}  // namespace

bool on_spiral(std::int64_t size, std::int64_t row, std::int64_t column) noexcept {
  // Nested square rings: even rings are corridor, odd rings are wall. One pixel below the upper left corner of each
  // ring is inverted, so the corridor continues in the next ring.
  const std::int64_t ring = std::min({row, column, size - 1 - row, size - 1 - column});
  const bool step = row == column + 1 && ring == column;
  // Beyond the end of the corridor, the rings have pixels in one row only.
  const std::int64_t middle = size / 2;
  const bool past_end = row == (size % 4 < 2 ? middle : middle + 1) && (column == middle || column == middle - 1);
  return (ring % 2 == 0) != step && !past_end;
}

bool on_snake(std::int64_t size, std::int64_t row, std::int64_t column) noexcept {
  return row % 2 == 0 || column == (row % 4 == 1 ? size - 1 : 0);
}

bool on_serpentine(std::int64_t size, std::int64_t row, std::int64_t column) noexcept {
  return on_snake(size, column, row);
}

bool on_comb(std::int64_t size, std::int64_t row, std::int64_t column) noexcept {
  return column % 2 == 0 || row == size - 1;
}

Painter corridor(const Window& window, Corridor on, int value) {
  return each_pixel(window, [=, size = window.size](std::int64_t, std::int64_t row, std::int64_t column) {
    return on(size, row, column) ? value : 0;
  });
}

Painter corridor_start(const Window& window) {
  return each_pixel(
      window, [](std::int64_t, std::int64_t row, std::int64_t column) { return row == 0 && column == 0 ? 255 : 0; });
}

Painter spiral3d(const Window& window) { return stacked(window, on_spiral, spiral_end(window.size), {0, 0}); }

Painter snake3d(const Window& window) {
  const std::int64_t last_full_row = window.size - 2 + window.size % 2;
  return stacked(window, on_snake, {last_full_row, 0}, {0, 0});
}

}  // namespace preamar::painters
