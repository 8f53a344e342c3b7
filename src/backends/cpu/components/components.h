// The cpu backend's components with its tuning given, for tests.
#pragma once

#include "backends/cpu/components/strips.h"
#include "skeletons/components.h"

namespace preamar::cpu {

struct ComponentsTuning {
  int bands = 0;             // 0: a few for each worker
  StripSize strip = {0, 0};  // 0: the largest whose runs are connected
};

std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels,
                   const ComponentsTuning& tuning);
void sieve(const Execution& on, const SieveSpec& spec, const ConstImage& image, const ConstImage& marks,
           const Image& out, const ComponentsTuning& tuning);

}  // namespace preamar::cpu
