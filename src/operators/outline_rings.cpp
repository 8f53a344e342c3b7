#include "operators/outline_rings.h"

#include "core/sums.h"
#include "primitives/outline_chains.h"

#include <algorithm>
#include <map>
#include <utility>

namespace preamar {
using namespace primitives;
namespace {

bool precedes(const OutlineVertex& a, const OutlineVertex& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

// A vertex of a chain that is closed, and whether it is at a corner contact.
struct ChainVertex {
  OutlineVertex at;
  bool is_contact;
};

std::vector<ChainVertex> vertices_of(const OutlineChain& chain) {
  std::vector<ChainVertex> vertices;
  vertices.reserve(static_cast<std::size_t>(run_count(chain.runs)));
  OutlineVertex at{chain.begin.x, chain.begin.y};
  Direction direction = chain.begin.direction;
  for (std::span<const std::byte> rest = chain.runs; !rest.empty();) {
    const auto [length, turn] = next_run(rest);
    at.x += step_x[direction] * length;
    at.y += step_y[direction] * length;
    direction = turned(direction, turn);
    vertices.push_back({at, turn == Turn::right_at_contact});
  }
  return vertices;
}

OutlineRing from_smallest(OutlineRing ring) {
  std::rotate(ring.begin(), std::ranges::min_element(ring, precedes), ring.end());
  return ring;
}

// For each vertex, the index of the earlier one at the same position, or its own.
std::vector<std::size_t> earlier_visits(const std::vector<ChainVertex>& vertices) {
  std::vector<std::size_t> earlier(vertices.size()), contacts;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    earlier[i] = i;
    if (vertices[i].is_contact) contacts.push_back(i);
  }
  std::ranges::sort(contacts, [&](std::size_t i, std::size_t j) {
    const OutlineVertex &a = vertices[i].at, &b = vertices[j].at;
    return a == b ? i < j : precedes(a, b);
  });
  for (std::size_t i = 1; i < contacts.size(); ++i)
    if (vertices[contacts[i]].at == vertices[contacts[i - 1]].at) earlier[contacts[i]] = contacts[i - 1];
  return earlier;
}

// Splits a ring at the vertices that it visits twice. Its visits are nested, never interleaved: otherwise the ring
// would divide the 4-connected part that it bounds.
void add_simple_rings(const std::vector<ChainVertex>& vertices, std::vector<OutlineRing>& rings) {
  const std::vector<std::size_t> earlier = earlier_visits(vertices);
  OutlineRing open;
  std::vector<std::size_t> position(vertices.size());  // in `open`
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (earlier[i] == i) {
      position[i] = open.size();
      open.push_back(vertices[i].at);
      continue;
    }
    const auto first = open.begin() + static_cast<std::ptrdiff_t>(position[earlier[i]]);
    rings.push_back(from_smallest({first, open.end()}));
    open.erase(first + 1, open.end());
  }
  rings.push_back(from_smallest(std::move(open)));
}

// Finds the polygon of each hole. The pixel above a hole's smallest vertex belongs to that polygon. To its left, the
// label begins at an edge of the polygon's outer ring, or of a hole that begins in an earlier row. Rows are visited
// from the top down.
class HoleMatcher {
 public:
  HoleMatcher(const std::vector<OutlineRing>& rings, const std::vector<bool>& is_outer_ring)
      : rings_(rings), owner_(rings.size()) {
    for (std::size_t r = 0; r < rings.size(); ++r) {
      owner_[r] = r;
      if (!is_outer_ring[r]) holes_.push_back(r);
      for (std::size_t i = 0; i < rings[r].size(); ++i) {
        const OutlineVertex &from = rings[r][i], &to = rings[r][(i + 1) % rings[r].size()];
        // The label is on the right of edges that go up.
        if (to.y < from.y) edges_.push_back({to.y, from.y, from.x, r});
      }
    }
    std::ranges::sort(edges_, {}, &Edge::top);
    std::ranges::sort(holes_, {}, [&](std::size_t r) { return rings[r][0].y; });
  }

  // For each ring, the outer ring of its polygon.
  std::vector<std::size_t> owners() {
    auto next = edges_.begin();
    for (const std::size_t hole : holes_) {
      const std::int64_t row = rings_[hole][0].y - 1;
      for (; next != edges_.end() && next->top <= row; ++next) active_.insert_or_assign(next->x, *next);
      owner_[hole] = owner_[ring_left_of(rings_[hole][0].x, row)];
    }
    return owner_;
  }

 private:
  struct Edge {
    std::int64_t top, bottom, x;
    std::size_t ring;
  };

  std::size_t ring_left_of(std::int64_t x, std::int64_t row) {
    for (;;) {
      const auto edge = std::prev(active_.upper_bound(x));
      if (edge->second.bottom > row) return edge->second.ring;
      active_.erase(edge);
    }
  }

  const std::vector<OutlineRing>& rings_;
  std::vector<std::size_t> owner_, holes_;
  std::vector<Edge> edges_;
  std::map<std::int64_t, Edge> active_;  // by column; some may have ended
};

}  // namespace

// By the shoelace formula, relative to the first vertex.
bool is_outer(const OutlineRing& ring) {
  Int128 area = 0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i)
    area += Int128{ring[i].x - ring[0].x} * (ring[i + 1].y - ring[0].y) -
            Int128{ring[i + 1].x - ring[0].x} * (ring[i].y - ring[0].y);
  return area > 0;
}

std::vector<OutlinePolygon> polygons_of(std::span<const std::byte> row) {
  std::vector<OutlineRing> rings;
  while (!row.empty()) add_simple_rings(vertices_of(next_chain(row)), rings);
  std::ranges::sort(rings, [](const OutlineRing& a, const OutlineRing& b) { return precedes(a[0], b[0]); });
  std::vector<bool> outer(rings.size());
  for (std::size_t r = 0; r < rings.size(); ++r) outer[r] = is_outer(rings[r]);
  const std::vector<std::size_t> owners = HoleMatcher(rings, outer).owners();
  std::vector<OutlinePolygon> polygons;
  std::vector<std::size_t> polygon(rings.size());  // of each outer ring
  for (std::size_t r = 0; r < rings.size(); ++r) {
    if (!outer[r]) continue;
    polygon[r] = polygons.size();
    polygons.push_back({std::move(rings[r])});
  }
  for (std::size_t r = 0; r < rings.size(); ++r)
    if (!outer[r]) polygons[polygon[owners[r]]].push_back(std::move(rings[r]));
  return polygons;
}

}  // namespace preamar
