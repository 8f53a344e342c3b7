// Edge detection per pixel. at(z, y, x) gives the value at that offset; axes beyond the rank are not accessed. Each
// operation is rounded once to F. The result does not depend on the order of pixels.
#pragma once

#include "primitives/edge_thinning.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace preamar::primitives {

// The thresholds, scaled like the edge strength that is compared with them.
template <class F>
struct EdgeLevels {
  // Sobel's weights scale the gradient by 8 in rank 2 and by 32 in rank 3. The strength of `differential` is a square.
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

// 1 / (sum of the weights that fall inside the image) at position `at` along an axis.
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

// The gradient: derivatives along x, y and z.
template <class F>
using Slope = std::array<F, 3>;

// The kernel [1 2 1], not normalised.
template <class F>
[[nodiscard]] F smooth_3(F before, F here, F after) {
  return (before + after) + (here + here);
}

// The Sobel gradient: differences along one axis, smoothed along the other axes in the order x, y, z.
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

// Non-maximum suppression: true if `strength` at the pixel is at least the strength one step along the gradient and one
// step against it. A step ends where the gradient's line leaves the box of neighbours: between two neighbours in rank
// 2, between four in rank 3; their strengths are interpolated linearly. To avoid division, both sides are multiplied by
// the largest component of the gradient, in rank 3 twice.
template <class F, class At>
[[nodiscard]] bool is_ridge(int rank, const Slope<F>& d, const At& strength) {
  const auto size = [&](int axis) { return std::abs(d[static_cast<std::size_t>(axis)]); };
  // The axis of the largest component; ties go to x, then y. `a` and `b` are the other axes in the order x, y, z.
  int major = size(1) > size(0) ? 1 : 0;
  if (rank == 3 && size(2) > size(major)) major = 2;
  const int a = major == 0 ? 1 : 0, b = major == 2 ? 1 : 2;
  const F steepest = size(major), part_a = size(a), rest_a = steepest - part_a;

  // The strength at a corner of the interpolation cell. `side`: 1 along the gradient, -1 against it. `with_a`,
  // `with_b`: whether the corner is also one step along that axis.
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

// The gradient by central differences.
template <class F, class At>
[[nodiscard]] Slope<F> central_slope(int rank, const At& at) {
  const F half{0.5};
  return {(at(0, 0, 1) - at(0, 0, -1)) * half, (at(0, 1, 0) - at(0, -1, 0)) * half,
          rank == 2 ? F{0} : (at(1, 0, 0) - at(-1, 0, 0)) * half};
}

// The squared gradient magnitude plus a small constant, so never 0.
template <class F>
[[nodiscard]] F squared_slope(int rank, const Slope<F>& d) {
  const F flat = (static_cast<F>(1e-4) + d[0] * d[0]) + d[1] * d[1];
  return rank == 2 ? flat : flat + d[2] * d[2];
}

// The second derivative along the gradient.
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

// Zero crossing: true if a face neighbour has the opposite sign and the pixel's value is the nearer to 0 of the two.
// Ties go to the pixel that comes first. A value of 0 next to any other value is a crossing.
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

// Whether the value does not rise along the gradient.
template <class F, class At>
[[nodiscard]] bool does_not_rise(int rank, const Slope<F>& d, const At& at) {
  F sum = (at(0, 0, 1) - at(0, 0, -1)) * d[0] + (at(0, 1, 0) - at(0, -1, 0)) * d[1];
  if (rank == 3) sum = sum + (at(1, 0, 0) - at(-1, 0, 0)) * d[2];
  return sum <= F{0};
}

}  // namespace preamar::primitives
