// The cpu backend's propagate with settings of its own, past the face of the library.
#pragma once

#include <preamar/execution.h>
#include <preamar/reconstruct.h>

#include "backends/cpu/propagate.h"
#include "backends/cpu/tuning.h"
#include "skeletons/propagate.h"

namespace preamar::test {

inline void run_tuned(const Execution& on, Method method, int connectivity, const ConstImage& seed,
                      const ConstImage& limit, const Image& state, const cpu::Tuning& tuning) {
  const Order order = method == Method::dilation ? Order::rising : Order::falling;
  cpu::propagate(on, {.rule = Rule::flood, .order = order, .connectivity = connectivity}, seed, limit, state, tuning);
}

}  // namespace preamar::test
