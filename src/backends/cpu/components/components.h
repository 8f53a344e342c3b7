// The cpu backend's components with explicit tuning, for tests.
#pragma once

#include "backends/cpu/components/strips.h"
#include "primitives/components.h"

#include <optional>

namespace preamar::cpu {
using namespace primitives;

struct ComponentsTuning {
  int bands = 0;             // 0: a few per worker
  StripSize strip = {0, 0};  // 0: the largest whose runs are connected
};

std::int64_t label(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels,
                   const ComponentsTuning& tuning);
void filter_components(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                       const std::optional<ConstImageView>& marks, ImageView out, const ComponentsTuning& tuning);

}  // namespace preamar::cpu
