// propagate: cells improve from their neighbours until none can.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <array>

namespace preamar::primitives {

// Which of two values is better.
enum class Order {
  rising,   // the greater
  falling,  // the smaller
};

// A rule joins this list with its proof of order-independence, beside its functor in primitives/rules.
enum class Rule {
  flood,
  geodesic,
};

struct PropagateSpec {
  Rule rule = Rule::flood;
  Order order = Order::rising;
  int connectivity = 1;                               // 1: neighbours that share a face ... rank: corners too
  std::array<std::int64_t, max_rank> costs{1, 1, 1};  // of geodesic: a step along one axis, along two, three
};

// Fills `state` with the fixed point of the rule that begins at `seed`, inside `limit`. The three share their shape, of
// rank 2 or 3, and have dense rows.
// flood: they share their dtype, and `seed` may be `state` itself. A NaN in `limit` is a wall and stays; in `seed` it
// is the worst value. geodesic: seed and limit are of any dtype; cells of `limit` that are 0 are walls, the others that
// are not 0 in `seed` begin at 0. The state is uint32 or uint64, and its maximum where no path leads. It has memory of
// its own.
inline void propagate(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
                      ImageView state) {
  PREAMAR_ASSERT(is_grid(limit), "images have rank 2 or 3 and dense rows");
  PREAMAR_ASSERT(is_grid_of(seed, limit.shape()) && is_grid_of(state, limit.shape()),
                 "seed, limit and state share their shape and have dense rows");
  PREAMAR_ASSERT(is_connectivity(spec.connectivity, limit), "connectivity is 1 to the rank");
  PREAMAR_ASSERT(!overlap(limit, state), "the limit is not written");
  PREAMAR_ASSERT(
      spec.rule == Rule::flood ? seed.dtype() == limit.dtype() && state.dtype() == limit.dtype() : holds_labels(state),
      "a flood has one dtype; path lengths are uint32 or uint64");
  PREAMAR_ASSERT(spec.rule == Rule::flood ? !overlap_in_part(seed, state) : !overlap(seed, state),
                 "the seed of a flood is the state or lies apart from it; other seeds lie apart");
  backend_for(on).propagate(on, spec, seed, limit, state);
}

}  // namespace preamar::primitives
