// The cpu backend's propagate with its tuning given, for tests and benchmarks.
#pragma once

#include "backends/cpu/tuning.h"
#include "skeletons/propagate.h"

namespace preamar::cpu {

void propagate(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
               const Image& state, const Tuning& tuning);

}  // namespace preamar::cpu
