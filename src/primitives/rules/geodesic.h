// The rule of geodesic distance: a cell costs what its cheapest neighbour costs and the step from there.
//
// A cell p that is no wall takes from its neighbour q the offer state(q) + cost of the step, which stops at the type's
// maximum, and keeps the less of it and its own state. States are totally ordered; the offer is isotone in state(q),
// and so is the minimum; a state only ever falls and is never below 0, so nothing falls for ever. Then every order in
// which all offers are made eventually ends in the same state: the greatest fixed point below the seed (Knaster and
// Tarski). Costs are positive, so it is the cost of the cheapest way from the seeds.
#pragma once

#include "primitives/propagate.h"

#include <algorithm>
#include <limits>

namespace preamar::primitives {

template <class T>
struct Geodesic {
  static constexpr T nowhere = std::numeric_limits<T>::max();

  // What a neighbour that stands at `from` offers over a step.
  [[nodiscard]] static T offer(T from, T cost) {
    return static_cast<T>(std::min(from, static_cast<T>(nowhere - cost)) + cost);
  }
};

}  // namespace preamar::primitives
