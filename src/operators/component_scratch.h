// Memory for the components of a block, besides its images; for the planner.
#pragma once

#include "primitives/components.h"

namespace preamar {

// Maximum bytes per cell: one bit per cell of each row, and `bytes_per_run` for the maximum number of runs. With
// diagonal neighbours, two rows share their runs.
[[nodiscard]] inline double component_scratch(const primitives::ComponentsSpec& spec, double bytes_per_run) {
  constexpr double bits = 0.45;
  const double runs = spec.joined == primitives::Joined::equal ? 1 : spec.connectivity == 1 ? 0.51 : 0.26;
  return bits + runs * bytes_per_run;
}

// Bytes per run of a component filter: union-find parent, count and label.
inline constexpr double filter_run = 16;

}  // namespace preamar
