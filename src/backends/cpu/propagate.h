// The cpu backend's propagate with explicit tuning, for tests and benchmarks.
#pragma once

#include "backends/cpu/tuning.h"
#include "primitives/propagate.h"

namespace preamar::cpu {
using namespace primitives;

void propagate(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
               ImageView state, const Tuning& tuning);

}  // namespace preamar::cpu
