// The rule of geodesic distance: the minimum over neighbours of their cost plus the cost of the step.
//
// A cell p that is not a wall takes from its neighbour q the offer state(q) + cost of the step, saturated at the type's
// maximum, and keeps the smaller of the offer and its own state. States are totally ordered. The offer is isotone in
// state(q), and so is the minimum. A state only falls and is never below 0, so the number of changes is finite. Hence
// every order in which all offers are eventually made ends in the same state: the largest fixed point below the seed
// (Knaster and Tarski). Costs are positive, so the state is the cost of the cheapest path from the seeds.
#pragma once

#include "primitives/propagate.h"

#include <algorithm>
#include <limits>

namespace preamar::primitives {

template <class T>
struct Geodesic {
  static constexpr T nowhere = std::numeric_limits<T>::max();

  // The offer of a neighbour whose state is `from`, over one step.
  [[nodiscard]] static T offer(T from, T cost) {
    return static_cast<T>(std::min(from, static_cast<T>(nowhere - cost)) + cost);
  }
};

}  // namespace preamar::primitives
