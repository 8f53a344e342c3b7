// propagate by the rule walk, in tiles.
#pragma once

#include "backends/cpu/tuning.h"
#include "skeletons/propagate.h"

namespace preamar::cpu {

void walk(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
          const Image& state, const Tuning& tuning);

}  // namespace preamar::cpu
