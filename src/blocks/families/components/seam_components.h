// Connects the components of two neighbouring regions over their seam, by union-find.
#pragma once

#include "blocks/families/components/region_components.h"
#include "blocks/families/seam.h"

#include <cstdint>
#include <vector>

namespace preamar::blocks {

// The components of the joined region: first the open ones, in the order of their first border cell, then those that
// close at this seam.
struct SeamComponents {
  std::vector<std::uint32_t> component_of;  // per open component of the two regions, the low region's first
  std::uint32_t open = 0, count = 0;
  std::vector<std::uint32_t> border;  // of the joined region, as in RegionComponents
};

// Throws Error (io) if the summaries do not fit these regions, Error (resource) if there are too many components.
[[nodiscard]] SeamComponents join(const Seam& seam, const Shape& image, int connectivity, const RegionComponents& low,
                                  const RegionComponents& high);

// The values of the open joined components; empty if the regions have no values.
[[nodiscard]] std::vector<std::uint64_t> joined_values(const SeamComponents& united, const RegionComponents& low,
                                                       const RegionComponents& high);

}  // namespace preamar::blocks
