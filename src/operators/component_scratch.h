// What the components of a block take beside its images, for the planner.
#pragma once

#include "primitives/components.h"

namespace preamar {

// Bytes for each cell, at most: rows as bits, and `a_run` bytes for each run of cells there can be. Where corners join,
// two rows share their runs.
[[nodiscard]] inline double component_scratch(const primitives::ComponentsSpec& spec, double a_run) {
  constexpr double bits = 0.45;
  const double runs = spec.joined == primitives::Joined::equal ? 1 : spec.connectivity == 1 ? 0.51 : 0.26;
  return bits + runs * a_run;
}

// Of a filter of components: the forest, a count and a number.
inline constexpr double filter_run = 16;

}  // namespace preamar
