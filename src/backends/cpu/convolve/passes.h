// The sums that convolve needs, arranged as one pass per axis.
#pragma once

#include "primitives/convolve.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

namespace preamar::cpu {
using namespace primitives;

template <class F>
struct Kernel {
  Kernel() = default;
  Kernel(const Weights& given, Parity of) : weights(given.begin(), given.end()), parity(of) {}
  [[nodiscard]] int radius() const { return static_cast<int>(weights.size()) - 1; }

  std::vector<F> weights;
  Parity parity = Parity::even;
};

// One sum: the index of its input among the sums of the pass before, and its kernel.
template <class F>
struct Term {
  int from;
  Kernel<F> kernel;
};

template <class F>
struct Pass {
  Pass(std::initializer_list<Term<F>> all) : terms(all) {
    for (const Term<F>& term : terms) radius = std::max(radius, term.kernel.radius());
  }
  [[nodiscard]] int count() const { return static_cast<int>(terms.size()); }

  std::vector<Term<F>> terms;
  int radius = 0;  // the largest of its kernels
};

template <class F>
class Passes {
 public:
  Passes(const ConvolveSpec& spec, int rank) : spec_(spec), rank_(rank) {}

  // The passes along x, y and, in rank 3, z.
  [[nodiscard]] std::vector<Pass<F>> smooth() const {
    std::vector<Pass<F>> all{{{0, smooth(0)}}, {{0, smooth(1)}}};
    if (rank_ == 3) all.push_back({{0, smooth(2)}});
    return all;
  }

  // The last pass gives the components of the gradient in the order of axes. All components share two sums along x, and
  // three along y.
  [[nodiscard]] std::vector<Pass<F>> slope() const {
    if (rank_ == 2) return {{{0, smooth(0)}, {0, derive(0)}}, {{0, derive(1)}, {1, smooth(1)}}};
    return {{{0, smooth(0)}, {0, derive(0)}},
            {{0, smooth(1)}, {0, derive(1)}, {1, smooth(1)}},
            {{0, derive(2)}, {1, smooth(2)}, {2, smooth(2)}}};
  }

 private:
  // Along the axis at position `before` from the end.
  [[nodiscard]] Kernel<F> smooth(int before) const { return {spec_.smooth[axis(before)], Parity::even}; }
  [[nodiscard]] Kernel<F> derive(int before) const { return {spec_.derive[axis(before)], Parity::odd}; }
  [[nodiscard]] std::size_t axis(int before) const { return static_cast<std::size_t>(rank_ - 1 - before); }

  const ConvolveSpec& spec_;
  int rank_;
};

}  // namespace preamar::cpu
