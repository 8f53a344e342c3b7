// propagate by the rule walk.
#pragma once

#include "skeletons/propagate.h"

namespace preamar::reference {

void walk(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
          const Image& state);

}  // namespace preamar::reference
