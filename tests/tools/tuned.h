// The cpu backend's propagate with explicit tuning, below the public interface.
#pragma once

#include <preamar/execution.h>
#include <preamar/reconstruct.h>

#include "backends/cpu/propagate.h"
#include "backends/cpu/tuning.h"
#include "primitives/propagate.h"

namespace preamar::test {
using namespace primitives;

inline void run_tuned(const Execution& on, Method method, int connectivity, ConstImageView seed, ConstImageView limit,
                      ImageView state, const cpu::Tuning& tuning) {
  const Order order = method == Method::dilation ? Order::rising : Order::falling;
  cpu::propagate(on, {.rule = Rule::flood, .order = order, .connectivity = connectivity}, seed, limit, state, tuning);
}

}  // namespace preamar::test
