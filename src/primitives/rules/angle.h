// The angle of a 2-D vector, by arithmetic that gives the same bits on every device.
#pragma once

#include <array>
#include <cstddef>

namespace preamar::primitives {

struct Angle {
  static constexpr float half_turn = 3.14159265358979F, quarter_turn = 1.57079632679490F;
  // atan(t) ~ t * polynomial(t * t) for 0 <= t <= 1; the last coefficient is the constant term.
  static constexpr std::array<float, 9> coefficients = {0.00245672208F, -0.0144013483F, 0.0397812091F,
                                                        -0.0723485649F, 0.104989454F,   -0.141612291F,
                                                        0.199859068F,   -0.333325982F,  0.999999881F};

  // In radians, in (-pi, pi]. -0 is read as 0; the angle of (0, 0) is 0. Absolute error below 4e-7. The quotient is
  // rounded to F, then to float; every later operation is rounded once to float.
  template <class F>
  [[nodiscard]] float operator()(F y, F x) const {
    const F up = y < 0 ? -y : y, across = x < 0 ? -x : x;
    const bool is_steep = up > across;
    const F longer = is_steep ? up : across, shorter = is_steep ? across : up;
    const auto t = longer > 0 ? static_cast<float>(shorter / longer) : 0.0F;
    const float square = t * t;
    float sum = coefficients[0];
    for (std::size_t i = 1; i < coefficients.size(); ++i) sum = sum * square + coefficients[i];
    float angle = t * sum;
    if (is_steep) angle = quarter_turn - angle;
    if (x < 0) angle = half_turn - angle;
    return y < 0 ? -angle : angle;
  }
};

}  // namespace preamar::primitives
