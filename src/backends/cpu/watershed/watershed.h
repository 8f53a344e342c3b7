// The watershed of the cpu backend, with its settings.
#pragma once

#include "backends/cpu/tuning.h"
#include "skeletons/watershed.h"

namespace preamar::cpu {

void watershed(const Execution& on, const WatershedSpec& spec, const ConstImage& image, const ConstImage& mask,
               const Image& labels, const Tuning& tuning);

}  // namespace preamar::cpu
