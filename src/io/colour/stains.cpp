#include "io/colour/stains.h"

#include "core/error_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace preamar::io {
namespace {

using Vector = std::array<double, 3>;

// The natural logarithm of an integer of at least 1, to about 1e-15: with v = 2^k * m and 1 <= m < 2, it is
// k * ln 2 + 2 * artanh(s) where s = (m - 1) / (m + 1) is at most 1/3.
double natural_log(double v) {
  constexpr double ln2 = 0.69314718055994530942;
  double whole = 0;
  for (; v >= 2; v /= 2) whole += ln2;
  const double s = (v - 1) / (v + 1);
  const double square = s * s;
  double series = 0;
  for (int power = 41; power >= 1; power -= 2) series = series * square + 1.0 / power;
  return whole + 2 * s * series;
}

std::vector<double> make_density(int highest) {
  constexpr double ln_1e6 = 13.815510557964274104;
  std::vector<double> density(static_cast<std::size_t>(highest) + 1, 1.0);
  const double ln_highest = natural_log(highest);
  for (int v = 1; v <= highest; ++v) density[static_cast<std::size_t>(v)] = (ln_highest - natural_log(v)) / ln_1e6;
  return density;
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

const double* optical_density(std::uint8_t) {
  static const std::vector<double> density = make_density(255);
  return density.data();
}

const double* optical_density(std::uint16_t) {
  static const std::vector<double> density = make_density(65535);
  return density.data();
}

Unmixing::Unmixing(std::span<const double> stains, std::string_view who) {
  if (stains.empty()) stains = ruifrok_johnston;
  if ((stains.size() != 6 && stains.size() != 9) ||
      !std::ranges::all_of(stains, [](double number) { return std::abs(number) <= 1e6; }))
    throw Error(ErrorKind::call, text(who, ": stains are ", stains.size(),
                                      " numbers; give 9 finite numbers, red, green and blue of three stains, or 6 of "
                                      "two stains"));
  const Vector a = {stains[0], stains[1], stains[2]};
  const Vector b = {stains[3], stains[4], stains[5]};
  const Vector c = stains.size() == 9 ? Vector{stains[6], stains[7], stains[8]} : cross(a, b);
  // The columns of the inverse are these cross products divided by the determinant.
  const Vector columns[] = {cross(b, c), cross(c, a), cross(a, b)};
  const double determinant = dot(a, columns[0]);
  if (!(determinant * determinant > 1e-12 * dot(a, a) * dot(b, b) * dot(c, c)))
    throw Error(ErrorKind::call, text(who,
                                      ": the stain vectors are linearly dependent; give vectors of different "
                                      "colours"));
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) inverse_[3 * row + column] = columns[column][row] / determinant;
}

}  // namespace preamar::io
