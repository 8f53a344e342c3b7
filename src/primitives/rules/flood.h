// The rule of reconstruction: water spreads as high as it stands, up to each cell's limit.
//
// A cell p takes from its neighbour q the offer worse(state(q), limit(p)) and keeps the better of it and its own
// state. Values are totally ordered; the offer is isotone in state(q); a state only ever improves and is bounded by
// its limit, a machine value, so nothing improves for ever. Then every order in which all offers are made
// eventually ends in the same state: the least fixed point above the seed (Knaster and Tarski).
#pragma once

#include "primitives/propagate.h"

namespace preamar::primitives {

template <class T>
struct Flood {
  Order order;

  [[nodiscard]] bool better(T a, T b) const { return order == Order::rising ? a > b : a < b; }
  [[nodiscard]] T worse_of(T a, T b) const { return better(a, b) ? b : a; }

  // Where a cell begins.
  [[nodiscard]] T start(T seed, T limit) const { return worse_of(seed, limit); }
  // What a neighbour that stands at `from` offers a cell.
  [[nodiscard]] T offer(T from, T limit) const { return worse_of(from, limit); }
};

}  // namespace preamar::primitives
