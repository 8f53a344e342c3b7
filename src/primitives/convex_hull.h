// Convex hulls of points with integer coordinates, exact.
#pragma once

#include "core/wide_integers.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace preamar::primitives {

struct HullPoint {
  std::int64_t row, column;
  // NOLINTNEXTLINE(modernize-use-nullptr): of the generated code
  friend auto operator<=>(const HullPoint&, const HullPoint&) = default;
};

// Positive if a, b, c turn from the axis of rows towards that of columns; 0 if they are on a line.
[[nodiscard]] inline Int128 turn(const HullPoint& a, const HullPoint& b, const HullPoint& c) {
  return Int128{b.row - a.row} * (c.column - a.column) - Int128{b.column - a.column} * (c.row - a.row);
}

// The hull of points that are added in ascending order (Andrew's monotone chain).
class HullBuilder {
 public:
  void add(const HullPoint& point) {
    add_to(low_, point, 1);
    add_to(high_, point, -1);
  }
  // The corners in the order of turn() > 0, from the smallest on. Depends only on the set of points.
  [[nodiscard]] std::vector<HullPoint> corners() const {
    std::vector<HullPoint> corners = low_;
    for (std::size_t i = high_.size(); i > 2; --i) corners.push_back(high_[i - 2]);
    return corners;
  }

 private:
  static void add_to(std::vector<HullPoint>& chain, const HullPoint& point, int sign) {
    if (!chain.empty() && chain.back() == point) return;
    while (chain.size() > 1 && sign * turn(chain[chain.size() - 2], chain.back(), point) <= 0) chain.pop_back();
    chain.push_back(point);
  }

  std::vector<HullPoint> low_, high_;
};

[[nodiscard]] inline std::vector<HullPoint> convex_hull(std::vector<HullPoint> points) {
  std::ranges::sort(points);
  HullBuilder hull;
  for (const HullPoint& point : points) hull.add(point);
  return hull.corners();
}

}  // namespace preamar::primitives
