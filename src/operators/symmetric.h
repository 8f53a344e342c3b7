// Eigenvalues of symmetric 3x3 matrices, with operations that round the same on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace preamar {

using Matrix3 = std::array<std::array<double, 3>, 3>;

// One Jacobi rotation; makes m[p][q] zero.
inline void rotate(Matrix3& m, std::size_t p, std::size_t q) {
  if (m[p][q] == 0) return;
  const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  const std::size_t r = 3 - p - q;
  const double mrp = m[r][p], mrq = m[r][q], move = t * m[p][q];
  m[p][p] -= move;
  m[q][q] += move;
  m[p][q] = m[q][p] = 0;
  m[r][p] = m[p][r] = c * mrp - s * mrq;
  m[r][q] = m[q][r] = s * mrp + c * mrq;
}

// The eigenvalues of a positive semidefinite matrix, in descending order.
inline std::array<double, 3> eigenvalues(Matrix3 m) {
  constexpr int sweeps = 12;  // convergence is quadratic; six sweeps reach the last digit
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    rotate(m, 0, 1);
    rotate(m, 0, 2);
    rotate(m, 1, 2);
  }
  std::array<double, 3> values{std::max(0.0, m[0][0]), std::max(0.0, m[1][1]), std::max(0.0, m[2][2])};
  std::ranges::sort(values, std::greater<>());
  return values;
}

}  // namespace preamar
