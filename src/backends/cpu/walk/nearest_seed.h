// lines by the rule nearest_seed, in tiles.
#pragma once

#include "backends/cpu/tuning.h"
#include "skeletons/lines.h"

namespace preamar::cpu {

void nearest_seed(const Execution& on, const LinesSpec& spec, const ConstImage& image, const LinesResults& results,
                  const Tuning& tuning);

}  // namespace preamar::cpu
