// distance_transform with Search::nearest_seed, in tiles.
#pragma once

#include "backends/cpu/tuning.h"
#include "primitives/distance_transform.h"

namespace preamar::cpu {
using namespace primitives;

void nearest_seed(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
                  const DistanceTransformResults& results, const Tuning& tuning);

}  // namespace preamar::cpu
