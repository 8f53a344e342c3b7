// Removes vertices of outlines within a tolerance.
#pragma once

#include "operators/outline_rings.h"

#include <vector>

namespace preamar {

// The polygons of a label by the method of Douglas and Peucker: each vertex is within `tolerance` of the simplified
// ring. Returns the polygons unchanged if simplified rings would cross each other or themselves, vanish, or change what
// contains what.
[[nodiscard]] std::vector<OutlinePolygon> simplified(const std::vector<OutlinePolygon>& polygons, double tolerance);

}  // namespace preamar
