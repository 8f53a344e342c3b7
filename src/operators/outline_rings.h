// The rings of a label's outline: simple, matched to polygons, in a fixed order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace preamar {

// A corner of a pixel.
struct OutlineVertex {
  std::int64_t x, y;
  friend bool operator==(const OutlineVertex&, const OutlineVertex&) = default;
};

// From its smallest vertex on, by row and then by column. The last vertex is connected to the first.
using OutlineRing = std::vector<OutlineVertex>;

// The outer ring comes first, then the holes.
using OutlinePolygon = std::vector<OutlineRing>;

// The polygons of a label, from a row of chains (primitives/outline_chains.h) that are all rings. Each 4-connected part
// is a polygon. A ring has each vertex once: rings touch themselves, each other and those of other polygons at vertices
// only. Polygons, and the holes of each, are in ascending order of their smallest vertices. The doubled area by the
// shoelace formula is positive for outer rings and negative for holes.
[[nodiscard]] std::vector<OutlinePolygon> polygons_of(std::span<const std::byte> row);
// Whether that area is positive.
[[nodiscard]] bool is_outer(const OutlineRing& ring);

}  // namespace preamar
