// What the components of a block take beside its images, for the planner.
#pragma once

#include "skeletons/components.h"

namespace preamar {

// Bytes for each cell, at most: rows as bits, and `a_run` bytes for each run of cells there can be. Where corners join,
// two rows share their runs.
[[nodiscard]] inline double component_scratch(const ComponentsSpec& spec, double a_run) {
  constexpr double bits = 0.45;
  const double runs = spec.joined == Joined::equal ? 1 : spec.connectivity == 1 ? 0.51 : 0.26;
  return bits + runs * a_run;
}

// Of a sieve: the forest, a fact and a number.
inline constexpr double sieve_run = 16;

}  // namespace preamar
