// Edges, pixel by pixel: at(z, y, x) gives the number so many steps away, and only what a rank has is asked for. Each
// operation is rounded once to F. Nothing here spreads, so the order of pixels is of no matter.
#pragma once

#include "primitives/edge_thinning.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace preamar::primitives {

// Levels in the terms in which an edge's strength is compared with them.
template <class F>
struct EdgeLevels {
  // Sobel's weights give 8 times the slope in rank 2 and 32 times in rank 3. The strength of `differential` is a
  // square.
  EdgeLevels(const EdgeThinningSpec& spec, int rank) {
    const double scale = rank == 2 ? 8 : 32;
    const auto level = [&](double given) {
      return static_cast<F>(spec.thinning == Thinning::gradient ? given * scale : given * given);
    };
    low = level(spec.low);
    high = level(spec.high);
  }
  F low, high;
};

// What the sum of weights over the pixels inside, at one place along an axis, must be multiplied with to be 1.
template <class F>
[[nodiscard]] F inside_factor(const std::vector<double>& weights, std::int64_t at, std::int64_t extent) {
  const auto radius = static_cast<std::int64_t>(weights.size()) - 1;
  if (at >= radius && at + radius < extent) return F{1};
  double sum = weights[0];
  for (std::int64_t k = 1; k <= radius; ++k) {
    const double weight = weights[static_cast<std::size_t>(k)];
    if (at + k < extent) sum += weight;
    if (at - k >= 0) sum += weight;
  }
  return static_cast<F>(1 / sum);
}

// Slopes along x, y and z.
template <class F>
using Slope = std::array<F, 3>;

// [1 2 1] without its scale.
template <class F>
[[nodiscard]] F smooth_3(F before, F here, F after) {
  return (before + after) + (here + here);
}

// Sobel's weights: differences along one axis, smoothed along the others in the order x, y, z.
template <class F, class At>
[[nodiscard]] Slope<F> sobel_slope(int rank, const At& at) {
  const auto along_x = [&](int z, int y) { return at(z, y, 1) - at(z, y, -1); };
  const auto along_y = [&](int z, int x) { return at(z, 1, x) - at(z, -1, x); };
  const auto along_z = [&](int y, int x) { return at(1, y, x) - at(-1, y, x); };
  const auto over = [](const auto& value) { return smooth_3<F>(value(-1), value(0), value(1)); };
  const auto plane_x = [&](int z) { return over([&](int y) { return along_x(z, y); }); };
  const auto plane_y = [&](int z) { return over([&](int x) { return along_y(z, x); }); };
  const auto plane_z = [&](int y) { return over([&](int x) { return along_z(y, x); }); };
  if (rank == 2) return {plane_x(0), plane_y(0), F{0}};
  return {over(plane_x), over(plane_y), over(plane_z)};
}

template <class F>
[[nodiscard]] F sobel_strength(int rank, const Slope<F>& d) {
  const F flat = d[0] * d[0] + d[1] * d[1];
  return std::sqrt(rank == 2 ? flat : flat + d[2] * d[2]);
}

// Whether `strength`, the strength at a pixel and around it, is nowhere greater one step along the slope or against it.
// A step ends where the line of the slope leaves the box of neighbours: on a line between two of them in rank 2, in a
// square between four in rank 3; there their strengths are interpolated. All is multiplied with the steepest part of
// the slope, in rank 3 twice, so that nothing is divided.
template <class F, class At>
[[nodiscard]] bool is_ridge(int rank, const Slope<F>& d, const At& strength) {
  const auto size = [&](int axis) { return std::abs(d[static_cast<std::size_t>(axis)]); };
  // Of two that are equal, x goes before y and y before z. The others, in the order x, y, z.
  int major = size(1) > size(0) ? 1 : 0;
  if (rank == 3 && size(2) > size(major)) major = 2;
  const int a = major == 0 ? 1 : 0, b = major == 2 ? 1 : 2;
  const F steepest = size(major), part_a = size(a), rest_a = steepest - part_a;

  // The strength at the end of the step, side being 1 or -1; taken[i]: whether axis i is stepped along.
  const auto corner = [&](int side, bool with_a, bool with_b) {
    int step[3] = {0, 0, 0};
    const auto go = [&](int axis) { step[axis] = d[static_cast<std::size_t>(axis)] > F{0} ? side : -side; };
    go(major);
    if (with_a) go(a);
    if (with_b) go(b);
    return strength(step[2], step[1], step[0]);
  };
  const auto edge = [&](int side, bool with_b) {
    return corner(side, true, with_b) * part_a + corner(side, false, with_b) * rest_a;
  };
  const F here = strength(0, 0, 0) * steepest;
  if (rank == 2) return edge(1, false) <= here && edge(-1, false) <= here;
  const F part_b = size(b), rest_b = steepest - part_b;
  const auto face = [&](int side) { return edge(side, true) * part_b + edge(side, false) * rest_b; };
  return face(1) <= here * steepest && face(-1) <= here * steepest;
}

// By central differences.
template <class F, class At>
[[nodiscard]] Slope<F> central_slope(int rank, const At& at) {
  const F half{0.5};
  return {(at(0, 0, 1) - at(0, 0, -1)) * half, (at(0, 1, 0) - at(0, -1, 0)) * half,
          rank == 2 ? F{0} : (at(1, 0, 0) - at(-1, 0, 0)) * half};
}

// The square of the slope, never 0.
template <class F>
[[nodiscard]] F squared_slope(int rank, const Slope<F>& d) {
  const F flat = (static_cast<F>(1e-4) + d[0] * d[0]) + d[1] * d[1];
  return rank == 2 ? flat : flat + d[2] * d[2];
}

// The second derivative along the slope.
template <class F, class At>
[[nodiscard]] F second_derivative(int rank, const Slope<F>& d, const At& at) {
  const F here = at(0, 0, 0);
  const auto pure = [&](F after, F before) { return (after - here) + (before - here); };
  // Twice the mixed derivative.
  const auto mixed = [](F both, F first, F second, F none) { return ((both - first) - (second - none)) * F{0.5}; };
  const auto xy = [&] { return mixed(at(0, 1, 1), at(0, -1, 1), at(0, 1, -1), at(0, -1, -1)); };
  const auto xz = [&] { return mixed(at(1, 0, 1), at(-1, 0, 1), at(1, 0, -1), at(-1, 0, -1)); };
  const auto yz = [&] { return mixed(at(1, 1, 0), at(-1, 1, 0), at(1, -1, 0), at(-1, -1, 0)); };
  F sum = (d[0] * d[1]) * xy();
  if (rank == 3) sum = (sum + (d[0] * d[2]) * xz()) + (d[1] * d[2]) * yz();
  sum = sum + (d[0] * d[0]) * pure(at(0, 0, 1), at(0, 0, -1));
  sum = sum + (d[1] * d[1]) * pure(at(0, 1, 0), at(0, -1, 0));
  if (rank == 3) sum = sum + (d[2] * d[2]) * pure(at(1, 0, 0), at(-1, 0, 0));
  return sum / squared_slope(rank, d);
}

// Whether the number at a pixel is nearer to 0 than that of a neighbour across a face on the other side of it. Of two
// that are equally near, the one that comes before is; and 0 is nearer than all else.
template <class F, class At>
[[nodiscard]] bool passes_zero(int rank, const At& at) {
  const F here = at(0, 0, 0);
  bool found = false;
  for (int axis = 0; axis < rank; ++axis)
    for (const int step : {-1, 1}) {
      const F there = at(axis == 2 ? step : 0, axis == 1 ? step : 0, axis == 0 ? step : 0);
      const bool opposite = (here < F{0} && there > F{0}) || (here > F{0} && there < F{0});
      const F size = std::abs(here), other = std::abs(there);
      found |= opposite && (step == 1 ? size <= other : size < other);
      found |= here == F{0} && (there < F{0} || there > F{0});
    }
  return found;
}

// Whether a number does not rise along the slope.
template <class F, class At>
[[nodiscard]] bool does_not_rise(int rank, const Slope<F>& d, const At& at) {
  F sum = (at(0, 0, 1) - at(0, 0, -1)) * d[0] + (at(0, 1, 0) - at(0, -1, 0)) * d[1];
  if (rank == 3) sum = sum + (at(1, 0, 0) - at(-1, 0, 0)) * d[2];
  return sum <= F{0};
}

}  // namespace preamar::primitives
