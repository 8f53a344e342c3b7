// propagate with Rule::geodesic, in tiles.
#pragma once

#include "backends/cpu/tuning.h"
#include "primitives/propagate.h"

namespace preamar::cpu {
using namespace primitives;

void geodesic(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
              ImageView state, const Tuning& tuning);

}  // namespace preamar::cpu
