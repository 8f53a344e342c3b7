// propagate: cells improve from their neighbours until none can.
#pragma once

#include "skeletons/backend.h"

#include <array>

namespace preamar {

// Which of two values is better.
enum class Order {
  rising,   // the greater
  falling,  // the smaller
};

// A rule joins this list with its proof of order-independence, beside its functor in skeletons/rules.
enum class Rule {
  flood,
  walk,
};

struct PropagateSpec {
  Rule rule = Rule::flood;
  Order order = Order::rising;
  int connectivity = 1;                               // 1: neighbours that share a face ... rank: corners too
  std::array<std::int64_t, max_rank> costs{1, 1, 1};  // of walk: a step along one axis, along two, along three
};

// Fills `state` with the fixed point of the rule that begins at `seed`, inside `limit`. The three share their shape, of
// rank 2 or 3, and have dense rows.
// flood: they share their dtype, and `seed` may be `state` itself. A NaN in `limit` is a wall and stays; in `seed` it
// is the worst value. walk: seed and limit are of any dtype; cells of `limit` that are 0 are walls, the others that are
// not 0 in `seed` begin at 0. The state is uint32 or uint64, and its maximum where no way leads.
inline void propagate(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
                      const Image& state) {
  backend_for(on).propagate(on, spec, seed, limit, state);
}

}  // namespace preamar
