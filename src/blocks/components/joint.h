// Two regions that touch become one: which of their open components are the same, and which are open still.
#pragma once

#include "blocks/components/parts.h"
#include "blocks/family.h"

#include <cstdint>
#include <vector>

namespace preamar::blocks {

struct Joint {
  // The components of both regions, those of the low one first: what each is part of. Those that are open in the joined
  // region come first, as its border meets them; then those that close here.
  std::vector<std::uint32_t> part_of;
  std::uint32_t open = 0, count = 0;
  std::vector<std::uint32_t> border;  // of the joined region, as in Parts
};

[[nodiscard]] Joint join(const Seam& seam, const Shape& image, int connectivity, const Parts& low, const Parts& high);

// The values of the joined components that are open, where the regions have values.
[[nodiscard]] std::vector<std::uint64_t> joined_values(const Joint& joint, const Parts& low, const Parts& high);

}  // namespace preamar::blocks
