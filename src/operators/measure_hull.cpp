// Columns of the convex hull. Points are exact, in halves of a pixel.
#include "operators/measure_columns.h"
#include "primitives/convex_hull.h"

#include <cmath>
#include <vector>

namespace preamar {
using namespace primitives;
namespace {

using Points = std::vector<HullPoint>;

// The middles of the four edges of a pixel.
void add_edges(Points& points, std::int64_t row, std::int64_t column) {
  points.push_back({2 * row - 1, 2 * column});
  points.push_back({2 * row, 2 * column - 1});
  points.push_back({2 * row, 2 * column + 1});
  points.push_back({2 * row + 1, 2 * column});
}

// The first and the last pixel of each row whose centre is in the hull of the edges' middles of an object, or on its
// border.
struct ConvexPixels {
  std::int64_t first_row;
  std::vector<std::int64_t> first, last;  // per row
};

// Calls visit(row, column) where the line between two points meets the centres of rows of pixels. The column, in halves
// of a pixel, is a fraction: numerator and positive denominator.
template <class Visit>
void for_rows(const HullPoint& a, const HullPoint& b, const Visit& visit) {
  const HullPoint &top = std::min(a, b), &bottom = std::max(a, b);
  const std::int64_t height = bottom.row - top.row;
  if (height == 0) return;
  for (std::int64_t row = static_cast<std::int64_t>(floor_quotient(Int128{top.row} + 1, 2)); 2 * row <= bottom.row;
       ++row)
    visit(row, Int128{top.column} * height + Int128{bottom.column - top.column} * (2 * row - top.row), height);
}

ConvexPixels convex_pixels(const std::vector<HullPoint>& corners, const CellSums& cells) {
  Points edges;
  for (const HullPoint& corner : corners) add_edges(edges, corner.row, corner.column);
  const Points hull = convex_hull(std::move(edges));
  const auto rows = static_cast<std::size_t>(cells.high[1] - cells.low[1]);
  ConvexPixels pixels{cells.low[1], std::vector<std::int64_t>(rows), std::vector<std::int64_t>(rows)};
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const HullPoint &a = hull[i], &b = hull[(i + 1) % hull.size()];
    for_rows(a, b, [&](std::int64_t row, Int128 column, std::int64_t height) {
      const auto r = static_cast<std::size_t>(row - pixels.first_row);
      // Corners turn from rows to columns: rows ascend on the side of the first columns.
      if (a.row < b.row)
        pixels.first[r] = static_cast<std::int64_t>(-floor_quotient(-column, 2 * height));
      else
        pixels.last[r] = static_cast<std::int64_t>(floor_quotient(column, 2 * height));
    });
  }
  return pixels;
}

std::int64_t convex_size(const Columns& of, std::size_t i) {
  const ConvexPixels pixels = convex_pixels(of.measured.hulls[i], of.cells(i));
  std::int64_t size = 0;
  for (std::size_t r = 0; r < pixels.first.size(); ++r) size += pixels.last[r] - pixels.first[r] + 1;
  return size;
}

struct CornerPosition {
  double row, column;
};

// The hull of the edges' middles of the convex pixels, in units.
std::vector<CornerPosition> outline(const Columns& of, std::size_t i) {
  const ConvexPixels pixels = convex_pixels(of.measured.hulls[i], of.cells(i));
  Points edges;
  for (std::size_t r = 0; r < pixels.first.size(); ++r)
    for (const std::int64_t column : {pixels.first[r], pixels.last[r]})
      add_edges(edges, pixels.first_row + static_cast<std::int64_t>(r), column);
  std::vector<CornerPosition> positions;
  for (const HullPoint& corner : convex_hull(std::move(edges)))
    positions.push_back({static_cast<double>(corner.row) * (of.measured.spacing[1] / 2),
                         static_cast<double>(corner.column) * (of.measured.spacing[2] / 2)});
  return positions;
}

double square(double value) { return value * value; }

double feret_max(const Columns& of, std::size_t i) {
  const std::vector<CornerPosition> corners = outline(of, i);
  double most = 0;
  for (std::size_t a = 0; a < corners.size(); ++a)
    for (std::size_t b = a + 1; b < corners.size(); ++b)
      most = std::max(most, square(corners[a].row - corners[b].row) + square(corners[a].column - corners[b].column));
  return std::sqrt(most);
}

// One of the two lines touches a side of the hull.
double feret_min(const Columns& of, std::size_t i) {
  const std::vector<CornerPosition> corners = outline(of, i);
  double least = HUGE_VAL;
  for (std::size_t a = 0; a < corners.size(); ++a) {
    const CornerPosition &from = corners[a], &to = corners[(a + 1) % corners.size()];
    const double row = to.row - from.row, column = to.column - from.column;
    double most = 0;
    for (const CornerPosition& other : corners)
      most = std::max(most, std::abs(row * (other.column - from.column) - column * (other.row - from.row)));
    least = std::min(least, most / std::sqrt(row * row + column * column));
  }
  return least;
}

}  // namespace

void add_hull(Columns& to, Property property) {
  const auto fill = [&](const char* name, const auto& value) { to.fill<double>(name, value); };
  switch (property) {
    case Property::area_convex:
      return fill("area_convex", [&](std::size_t i) {
        return static_cast<double>(convex_size(to, i)) * to.measured.spacing[1] * to.measured.spacing[2];
      });
    case Property::solidity:
      return fill("solidity", [&](std::size_t i) {
        return static_cast<double>(to.cells(i).size) / static_cast<double>(convex_size(to, i));
      });
    case Property::feret_diameter_max:
      return fill("feret_diameter_max", [&](std::size_t i) { return feret_max(to, i); });
    default:
      return fill("feret_diameter_min", [&](std::size_t i) { return feret_min(to, i); });
  }
}

}  // namespace preamar
