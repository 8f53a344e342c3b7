// The watershed of the cpu backend, with its settings.
#pragma once

#include "backends/cpu/tuning.h"
#include "primitives/watershed_block.h"

#include <optional>

namespace preamar::cpu {
using namespace primitives;

void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& mask, ImageView labels, const Tuning& tuning);
WatershedForest watershed_forest(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                                 const Tuning& tuning);
void watershed_block(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                     const KnownLabels& known, ImageView labels, const Tuning& tuning);

}  // namespace preamar::cpu
