#include "io/raw/rotation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace preamar::io {

double determinant(const Matrix3& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

bool is_orthonormal(const Matrix3& m) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = i; k < 3; ++k) {
      const double product = m[0][i] * m[0][k] + m[1][i] * m[1][k] + m[2][i] * m[2][k];
      if (!(std::abs(product - (i == k ? 1 : 0)) <= 1e-5)) return false;
    }
  return true;
}

Matrix3 rotation_of(std::array<double, 3> bcd, double rounding) {
  const double square = bcd[0] * bcd[0] + bcd[1] * bcd[1] + bcd[2] * bcd[2];
  const bool is_half_turn = square > 1 - rounding;
  const double a = is_half_turn ? 0 : std::sqrt(1 - square);
  for (double& part : bcd) part /= is_half_turn ? std::sqrt(square) : 1;
  const auto [b, c, d] = bcd;
  return {{{a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
           {2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b)},
           {2 * (b * d - a * c), 2 * (c * d + a * b), a * a + d * d - b * b - c * c}}};
}

// Divides by the largest of the four parts.
std::array<double, 3> quaternion_of(const Matrix3& r) {
  const double trace = r[0][0] + r[1][1] + r[2][2];
  const std::array<double, 4> squares = {1 + trace, 1 + 2 * r[0][0] - trace, 1 + 2 * r[1][1] - trace,
                                         1 + 2 * r[2][2] - trace};  // of a, b, c, d, times 4
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(squares) - squares.begin());
  const double part = std::sqrt(squares[largest]) / 2, f = 1 / (4 * part);
  const double ab = (r[2][1] - r[1][2]) * f, ac = (r[0][2] - r[2][0]) * f, ad = (r[1][0] - r[0][1]) * f;
  const double bc = (r[0][1] + r[1][0]) * f, bd = (r[0][2] + r[2][0]) * f, cd = (r[1][2] + r[2][1]) * f;
  std::array<double, 3> bcd{};
  double a = part;
  if (largest == 0) bcd = {ab, ac, ad};
  if (largest == 1) a = ab, bcd = {part, bc, bd};
  if (largest == 2) a = ac, bcd = {bc, part, cd};
  if (largest == 3) a = ad, bcd = {bd, cd, part};
  if (a < 0)
    for (double& value : bcd) value = -value;
  return bcd;
}

}  // namespace preamar::io
