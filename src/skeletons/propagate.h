// propagate: cells improve from their neighbours until none can.
#pragma once

#include "skeletons/backend.h"

namespace preamar {

// Which of two values is better.
enum class Order {
  rising,   // the greater
  falling,  // the smaller
};

// A rule joins this list with its proof of order-independence, beside its functor in skeletons/rules.
enum class Rule {
  flood,
};

struct PropagateSpec {
  Rule rule = Rule::flood;
  Order order = Order::rising;
  int connectivity = 1;  // 1: neighbours that share a face ... rank: corners too
};

// Fills `state` with the fixed point of the rule that begins at `seed`, inside `limit`. The three share shape and
// dtype, rank 2 or 3, and have dense rows; `seed` may be `state` itself. A NaN in `limit` is a wall and stays; in
// `seed` it is the worst value.
inline void propagate(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
                      const Image& state) {
  backend_for(on).propagate(on, spec, seed, limit, state);
}

}  // namespace preamar
