// The cube root, bit-identical on every machine, unlike that of mathematical libraries.
#pragma once

#include <cmath>

namespace preamar {

// By Newton's iteration; value > 0.
[[nodiscard]] inline double cube_root(double value) {
  int exponent = 0;
  (void)std::frexp(value, &exponent);
  double root = std::ldexp(1.0, exponent / 3 + 1);  // an upper bound of the root
  for (int i = 0; i < 60; ++i) {
    const double next = (2 * root + value / (root * root)) / 3;
    if (next >= root) break;
    root = next;
  }
  return root;
}

}  // namespace preamar
