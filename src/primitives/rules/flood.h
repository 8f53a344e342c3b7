// The rule of reconstruction: each cell's level rises to its neighbours' level, but not above its limit.
//
// A cell p takes from its neighbour q the offer worse(state(q), limit(p)) and keeps the better of the offer and its own
// state. Values are totally ordered. The offer is isotone in state(q). A state only improves and is bounded by its
// limit, a machine value, so the number of improvements is finite. Hence every order in which all offers are eventually
// made ends in the same state: the smallest fixed point above the seed (Knaster and Tarski).
#pragma once

#include "primitives/propagate.h"

namespace preamar::primitives {

template <class T>
struct Flood {
  Order order;

  [[nodiscard]] bool better(T a, T b) const { return order == Order::rising ? a > b : a < b; }
  [[nodiscard]] T worse_of(T a, T b) const { return better(a, b) ? b : a; }

  // The initial state of a cell.
  [[nodiscard]] T start(T seed, T limit) const { return worse_of(seed, limit); }
  // The offer of a neighbour whose state is `from`.
  [[nodiscard]] T offer(T from, T limit) const { return worse_of(from, limit); }
};

}  // namespace preamar::primitives
