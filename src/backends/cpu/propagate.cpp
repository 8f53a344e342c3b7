#include "skeletons/propagate.h"

#include "backends/cpu/backend.h"
#include "backends/reference/backend.h"

namespace preamar::cpu {

void propagate(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
               const Image& state) {
  reference::propagate(on, spec, seed, limit, state);
}

}  // namespace preamar::cpu
