// Arctangents by operations that round the same on every machine, unlike those of mathematical libraries.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace preamar {

// The angle of the vector (x, y), in -pi ... pi, as std::atan2 gives it to a few units in the last place; 0 for the
// null vector.
[[nodiscard]] inline double arctangent(double y, double x) {
  const double high = std::max(std::abs(x), std::abs(y)), low = std::min(std::abs(x), std::abs(y));
  if (high == 0) return 0;
  double t = low / high;  // the tangent of an angle up to pi/4, halved three times
  for (int i = 0; i < 3; ++i) t = t / (1 + std::sqrt(1 + t * t));
  double sum = 0;
  constexpr int last = 19;  // t is below 0.0985: the next term is below 1e-20
  for (int n = last; n >= 1; n -= 2) sum = 1.0 / n - t * t * sum;
  const double angle = 8 * (t * sum);
  const double first = std::abs(y) > std::abs(x) ? std::numbers::pi / 2 - angle : angle;
  const double half = x < 0 ? std::numbers::pi - first : first;
  return y < 0 ? -half : half;
}

}  // namespace preamar
