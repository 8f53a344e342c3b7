// propagate: each cell improves from its neighbours, up to the fixed point.
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

// A new rule comes with its proof of order-independence, next to its functor in primitives/rules.
enum class Rule {
  flood,
  geodesic,
};

struct PropagateSpec {
  Rule rule = Rule::flood;
  Order order = Order::rising;
  int connectivity = 1;                               // 1: neighbours share a face, ..., rank: a corner is enough
  std::array<std::int64_t, max_rank> costs{1, 1, 1};  // geodesic: cost of a step along 1, 2 or 3 axes
  bool starts_at_state = false;                       // geodesic: `state` has start values; not on devices
};

// Fills `state` with the fixed point of the rule that begins at `seed`, within `limit`. All three have the same shape,
// rank 2 or 3, and dense rows.
//
// flood: all have the same dtype; `seed` may be `state`. NaN in `limit` is a wall and stays NaN; NaN in `seed` is the
// worst value.
//
// geodesic: `seed` and `limit` have any dtype. Cells with limit 0 are walls; other cells with a non-zero seed start at
// 0. `state` is uint32 or uint64 and overlaps no input; cells without a path to a seed get its maximum. With
// `starts_at_state`, paths also start at the values that `state` has in cells that are not walls.
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
