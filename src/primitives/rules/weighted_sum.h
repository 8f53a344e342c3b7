// The weighted sum of values around a centre, in the one order of operations that every backend uses.
#pragma once

namespace preamar::primitives {

// The symmetry of the weights around the centre.
enum class Parity {
  even,  // equal on both sides
  odd,   // negated on the left, and 0 at the centre
};

// With weights[k] for the value k steps to the right, k = 0 ... radius, and at(k) that value:
//   even: s = weights[0] * at(0), then s = s + weights[k] * (at(k) + at(-k))
//   odd:  s = weights[1] * (at(1) - at(-1)), then s = s + weights[k] * (at(k) - at(-k)); 0 if the radius is 0
// for k rising to the radius, each operation rounded once to F.
template <class F, class At>
[[nodiscard]] F weighted_sum(const F* weights, int radius, Parity parity, At&& at) {
  const auto pair = [&](int k) { return weights[k] * (parity == Parity::even ? at(k) + at(-k) : at(k) - at(-k)); };
  const int first = parity == Parity::even ? 0 : 1;
  if (first > radius) return F{0};
  F sum = parity == Parity::even ? weights[0] * at(0) : pair(1);
  for (int k = first + 1; k <= radius; ++k) sum = sum + pair(k);
  return sum;
}

}  // namespace preamar::primitives
