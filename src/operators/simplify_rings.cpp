#include "operators/simplify_rings.h"

#include "core/sums.h"

#include <algorithm>
#include <utility>

namespace preamar {
namespace {

// Rings times vertices, up to which the nesting of rings is compared; beyond, outlines stay exact.
constexpr std::size_t most_comparisons = std::size_t{1} << 26;

double squared(double value) { return value * value; }

// The squared distance of `p` to the segment from `a` to `b`. Coordinates are relative to `a`, so that large ones lose
// no bits.
double squared_distance(const OutlineVertex& p, const OutlineVertex& a, const OutlineVertex& b) {
  const auto bx = static_cast<double>(b.x - a.x), by = static_cast<double>(b.y - a.y);
  const auto px = static_cast<double>(p.x - a.x), py = static_cast<double>(p.y - a.y);
  const double length = bx * bx + by * by, along = px * bx + py * by;
  if (along <= 0) return px * px + py * py;
  if (along >= length) return squared(px - bx) + squared(py - by);
  return squared(bx * py - by * px) / length;
}

// Keeps the first vertex and the one farthest from it, and divides the ring there.
OutlineRing simplified_ring(const OutlineRing& ring, double tolerance) {
  const std::size_t count = ring.size();
  std::vector<bool> stays(count, false);
  std::size_t farthest = 0;
  double most = -1;
  for (std::size_t i = 1; i < count; ++i)
    if (const double distance = squared_distance(ring[i], ring[0], ring[0]); distance > most)
      most = distance, farthest = i;
  stays[0] = stays[farthest] = true;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, farthest}, {farthest, count}};
  while (!open.empty()) {
    const auto [begin, end] = open.back();
    open.pop_back();
    const OutlineVertex &a = ring[begin], &b = ring[end % count];
    std::size_t middle = begin;
    most = tolerance * tolerance;
    for (std::size_t i = begin + 1; i < end; ++i)
      if (const double distance = squared_distance(ring[i], a, b); distance > most) most = distance, middle = i;
    if (middle == begin) continue;
    stays[middle] = true;
    open.emplace_back(begin, middle);
    open.emplace_back(middle, end);
  }
  OutlineRing simple;
  for (std::size_t i = 0; i < count; ++i)
    if (stays[i]) simple.push_back(ring[i]);
  return simple;
}

// Positive if `c` is on one side of the line from `a` to `b`, negative on the other.
int side_of(const OutlineVertex& a, const OutlineVertex& b, const OutlineVertex& c) {
  const Int128 cross = Int128{b.x - a.x} * (c.y - a.y) - Int128{b.y - a.y} * (c.x - a.x);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

struct Segment {
  OutlineVertex a, b;
  [[nodiscard]] std::int64_t left() const { return std::min(a.x, b.x); }
  [[nodiscard]] std::int64_t right() const { return std::max(a.x, b.x); }
  [[nodiscard]] bool covers(const OutlineVertex& p) const {
    return left() <= p.x && p.x <= right() && std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
  }
};

// Whether the segments have a point in common other than one end of both.
bool conflict(const Segment& s, const Segment& t) {
  const int ta = side_of(s.a, s.b, t.a), tb = side_of(s.a, s.b, t.b);
  const int sa = side_of(t.a, t.b, s.a), sb = side_of(t.a, t.b, s.b);
  if (ta * tb < 0 && sa * sb < 0) return true;
  const auto inside = [](const Segment& of, const OutlineVertex& p, int side) {
    return side == 0 && of.covers(p) && p != of.a && p != of.b;
  };
  if (inside(s, t.a, ta) || inside(s, t.b, tb) || inside(t, s.a, sa) || inside(t, s.b, sb)) return true;
  return (s.a == t.a && s.b == t.b) || (s.a == t.b && s.b == t.a);
}

template <class Use>
void for_each_ring(const std::vector<OutlinePolygon>& polygons, const Use& use) {
  for (const OutlinePolygon& polygon : polygons)
    for (const OutlineRing& ring : polygon) use(ring);
}

bool have_conflict(const std::vector<OutlinePolygon>& polygons) {
  std::vector<Segment> segments;
  for_each_ring(polygons, [&](const OutlineRing& ring) {
    for (std::size_t i = 0; i < ring.size(); ++i) segments.push_back({ring[i], ring[(i + 1) % ring.size()]});
  });
  std::ranges::sort(segments, {}, &Segment::left);
  std::vector<Segment> active;
  for (const Segment& segment : segments) {
    std::erase_if(active, [&](const Segment& other) { return other.right() < segment.left(); });
    for (const Segment& other : active)
      if (conflict(other, segment)) return true;
    active.push_back(segment);
  }
  return false;
}

// Whether the middle of the first edge of `inner` is inside `outer`. Rings do not cross, so it says where all of
// `inner` is. Coordinates are doubled.
bool is_inside(const OutlineRing& inner, const OutlineRing& outer) {
  const OutlineVertex p{inner[0].x + inner[1].x, inner[0].y + inner[1].y};
  bool inside = false;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    OutlineVertex a = outer[i], b = outer[(i + 1) % outer.size()];
    a.x *= 2, a.y *= 2, b.x *= 2, b.y *= 2;
    if ((a.y <= p.y) == (b.y <= p.y)) continue;
    if (a.y > b.y) std::swap(a, b);
    if (side_of(a, b, p) > 0) inside = !inside;
  }
  return inside;
}

// Which rings contain which.
std::vector<bool> nesting_of(const std::vector<OutlinePolygon>& polygons) {
  std::vector<const OutlineRing*> rings;
  for_each_ring(polygons, [&](const OutlineRing& ring) { rings.push_back(&ring); });
  std::vector<bool> nesting;
  for (const OutlineRing* inner : rings)
    for (const OutlineRing* outer : rings) nesting.push_back(inner != outer && is_inside(*inner, *outer));
  return nesting;
}

bool is_valid(const std::vector<OutlinePolygon>& polygons, const std::vector<OutlinePolygon>& exact) {
  std::size_t rings = 0, vertices = 0;
  for_each_ring(exact, [&](const OutlineRing& ring) { ++rings, vertices += ring.size(); });
  if (rings > 1 && rings * vertices > most_comparisons) return false;
  for (const OutlinePolygon& polygon : polygons)
    for (std::size_t r = 0; r < polygon.size(); ++r)
      if (polygon[r].size() < 3 || is_outer(polygon[r]) != (r == 0)) return false;
  if (have_conflict(polygons)) return false;
  return rings == 1 || nesting_of(polygons) == nesting_of(exact);
}

}  // namespace

std::vector<OutlinePolygon> simplified(const std::vector<OutlinePolygon>& polygons, double tolerance) {
  std::vector<OutlinePolygon> simple = polygons;
  for (OutlinePolygon& polygon : simple)
    for (OutlineRing& ring : polygon) ring = simplified_ring(ring, tolerance);
  return is_valid(simple, polygons) ? simple : polygons;
}

}  // namespace preamar
