#include "tools/levels.h"

#include <cstddef>
#include <functional>

namespace preamar::test {
namespace {

constexpr std::uint8_t wall = 40, water = 255;

// A volume; an image of rank 2 is one plane.
struct Grid {
  std::int64_t planes, rows, columns;

  explicit Grid(const Shape& shape)
      : planes(shape.rank() == 3 ? shape[0] : 1), rows(shape[shape.rank() - 2]), columns(shape[shape.rank() - 1]) {}
  [[nodiscard]] std::int64_t count() const { return planes * rows * columns; }
  [[nodiscard]] std::size_t at(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return static_cast<std::size_t>((z * rows + y) * columns + x);
  }
};

using Cells = std::vector<std::uint8_t>;
using Rule = std::function<std::int64_t(std::int64_t, std::int64_t, std::int64_t)>;

Cells filled(const Grid& grid, const Rule& rule) {
  Cells cells(static_cast<std::size_t>(grid.count()));
  for (std::int64_t z = 0; z < grid.planes; ++z)
    for (std::int64_t y = 0; y < grid.rows; ++y)
      for (std::int64_t x = 0; x < grid.columns; ++x)
        cells[grid.at(z, y, x)] = static_cast<std::uint8_t>(rule(z, y, x));
  return cells;
}

// One corridor that winds from the corner to the middle of an empty plane, one cell wide, with walls of one cell.
std::vector<bool> spiral_plane(std::int64_t rows, std::int64_t columns) {
  std::vector<bool> open(static_cast<std::size_t>(rows * columns));
  const auto is_open = [&](std::int64_t y, std::int64_t x) {
    return y >= 0 && x >= 0 && y < rows && x < columns && open[static_cast<std::size_t>(y * columns + x)];
  };
  std::int64_t y = 0, x = 0, dy = 0, dx = 1;
  for (int turns = 0; turns < 2;) {
    open[static_cast<std::size_t>(y * columns + x)] = true;
    const std::int64_t ny = y + dy, nx = x + dx;
    const bool inside = ny >= 0 && nx >= 0 && ny < rows && nx < columns;
    if (inside && !is_open(ny, nx) && !is_open(ny + dy, nx + dx)) {
      y = ny, x = nx, turns = 0;
      continue;
    }
    const std::int64_t was = dy;
    dy = dx, dx = -was, ++turns;
  }
  return open;
}

Cells spiral(const Grid& grid, Random& random) {
  const std::vector<bool> open = spiral_plane(grid.rows, grid.columns);
  const std::int64_t height = 160 + random.below(90);
  std::size_t middle = 0;
  for (std::size_t i = 0; i < open.size(); ++i)
    if (open[i]) middle = i;
  return filled(grid, [&](std::int64_t z, std::int64_t y, std::int64_t x) -> std::int64_t {
    const auto i = static_cast<std::size_t>(y * grid.columns + x);
    if (z % 2 == 0) return open[i] ? height - (z + y + x) % 3 : wall;
    return i == (z % 4 == 1 ? middle : 0) ? height : wall;  // floors with one hole
  });
}

Cells serpentine(const Grid& grid, Random& random) {
  const std::int64_t height = 160 + random.below(90), width = 1 + random.below(3), period = width + 1;
  return filled(grid, [&](std::int64_t z, std::int64_t y, std::int64_t x) -> std::int64_t {
    const bool last_row = y == grid.rows - 1, first_row = y == 0;
    if (z % 2 == 1) return x == 0 && (z % 4 == 1 ? last_row : first_row) ? height : wall;
    if (y % period != width) return height - (x & 1);
    return x == (y / period % 2 == 0 ? grid.columns - 1 : 0) ? height : wall;
  });
}

Cells comb(const Grid& grid, Random& random) {
  const std::int64_t height = 160 + random.below(90), width = 1 + random.below(2), period = width + 1;
  return filled(grid, [&](std::int64_t, std::int64_t y, std::int64_t x) -> std::int64_t {
    return y == 0 || x % period != width ? height - x % 7 : wall;
  });
}

Cells plateaus(const Grid& grid, Random& random) {
  const std::int64_t side = 2 + random.below(12);
  const std::uint64_t salt = random.next();
  return filled(grid, [&](std::int64_t z, std::int64_t y, std::int64_t x) -> std::int64_t {
    Random block(salt + static_cast<std::uint64_t>((z / side * 1000 + y / side) * 1000 + x / side));
    return 60 * block.below(5);
  });
}

Cells mask_levels(Content content, const Grid& grid, Random& random) {
  switch (content) {
    case Content::random:
      return filled(grid, [&](auto...) { return random.below(256); });
    case Content::plateaus:
      return plateaus(grid, random);
    case Content::spiral:
      return spiral(grid, random);
    case Content::serpentine:
      return serpentine(grid, random);
    case Content::comb:
      return comb(grid, random);
    case Content::chess:
      return filled(grid, [&](auto z, auto y, auto x) { return (z + y + x) % 2 == 0 ? 200 : wall + (y + x) % 3; });
    case Content::slope:
      return filled(grid, [&](auto z, auto y, auto x) { return 250 - (z + y + x) % 120; });
    case Content::constant:
    case Content::single:
      break;
  }
  const std::int64_t level = random.below(256);
  return filled(grid, [&](auto...) { return level; });
}

}  // namespace

Levels make_levels(Content content, const Shape& shape, Random& random) {
  const Grid grid(shape);
  if (grid.count() == 0) return {};
  Levels levels;
  levels.mask = mask_levels(content, grid, random);
  levels.marker.assign(levels.mask.size(), 0);
  const auto anywhere = [&] { return static_cast<std::size_t>(random.below(grid.count())); };
  if (content == Content::random || content == Content::plateaus) {
    // Sparse sources, some of them above the mask.
    for (std::int64_t i = 0; i < 1 + grid.count() / 64; ++i)
      levels.marker[anywhere()] = static_cast<std::uint8_t>(random.below(256));
  } else if (content == Content::constant) {
    levels.marker.assign(levels.mask.size(), static_cast<std::uint8_t>(random.below(256)));
  } else {
    levels.marker[random.one_in(2) ? 0 : levels.marker.size() - 1] = water;
    if (content == Content::single || random.one_in(4)) levels.marker[anywhere()] = water;
  }
  return levels;
}

}  // namespace preamar::test
