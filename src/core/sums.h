// Sums that do not depend on the order of their terms, and statistics from them.
#pragma once

#include "core/real_sum.h"
#include "core/wide_integers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace preamar {

// A sum of squares of 64-bit integers; exact for fewer than 2^64 terms.
class Squares {
 public:
  void add(UInt128 square) {
    low_ += square;
    high_ += low_ < square;
  }
  void add(const Squares& other) {
    add(other.low_);
    high_ += other.high_;
  }
  // Subtracts a * b, |a| < 2^64, with wrap-around: exact if the final result is not negative.
  void subtract_product(Int128 a, Int128 b) {
    const auto factor = static_cast<std::uint64_t>(magnitude(a));
    const UInt128 other = magnitude(b), first = UInt128{factor} * static_cast<std::uint64_t>(other);
    const UInt128 second = UInt128{factor} * static_cast<std::uint64_t>(other >> 64) + (first >> 64);
    const UInt128 low = (second << 64) | static_cast<std::uint64_t>(first);
    const auto high = static_cast<std::uint64_t>(second >> 64);
    if ((a < 0) != (b < 0)) {
      add(low);
      high_ += high;
    } else {
      high_ -= high + (low_ < low);
      low_ -= low;
    }
  }
  [[nodiscard]] double value() const { return std::ldexp(static_cast<double>(high_), 128) + static_cast<double>(low_); }

 private:
  static UInt128 magnitude(Int128 value) {
    return value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
  }

  UInt128 low_ = 0, high_ = 0;
};

// Means and mean squared deviations of `count` values from their sums.
[[nodiscard]] inline double mean_of(Int128 sum, std::int64_t count) {
  return static_cast<double>(sum) / static_cast<double>(count);
}
[[nodiscard]] inline double mean_of(const RealSum& sum, std::int64_t count) {
  return sum.rounded().high / static_cast<double>(count);
}

[[nodiscard]] inline Int128 floor_quotient(Int128 sum, std::int64_t count) {
  const Int128 quotient = sum / count;
  return quotient - (quotient * count > sum);
}

// Uses deviations from floor(mean), which are small and exact.
[[nodiscard]] inline double variance_of(Int128 sum, Squares squares, std::int64_t count) {
  const Int128 centre = floor_quotient(sum, count), rest = sum - centre * count;
  squares.subtract_product(centre, sum + rest);
  const auto n = static_cast<double>(count), r = static_cast<double>(rest);
  return std::max(0.0, squares.value() - r * (r / n)) / n;
}

[[nodiscard]] inline double variance_of(const RealSum& sum, const RealSum& squares, std::int64_t count) {
  const auto [s, rest] = sum.rounded();
  const auto [squares_high, squares_low] = squares.rounded();
  const auto n = static_cast<double>(count);
  const double square = s * s, rest_of_square = std::fma(s, s, -square) + 2 * s * rest;
  const double quotient = square / n, rest_of_quotient = (std::fma(-quotient, n, square) + rest_of_square) / n;
  const double deviations = (squares_high - quotient) + (squares_low - rest_of_quotient);
  return std::isfinite(deviations) ? std::max(0.0, deviations) / n : std::numeric_limits<double>::quiet_NaN();
}

// The mean product of deviations of two coordinates, from their sums and the sum of their products.
[[nodiscard]] inline double covariance_of(Int128 sum_a, Int128 sum_b, Int128 products, std::int64_t count) {
  const Int128 a = floor_quotient(sum_a, count), b = floor_quotient(sum_b, count);
  const Int128 rest_a = sum_a - a * count, rest_b = sum_b - b * count;
  const Int128 deviations = products - a * sum_b - b * sum_a + a * b * count;
  const auto n = static_cast<double>(count);
  return (static_cast<double>(deviations) - static_cast<double>(rest_a) * (static_cast<double>(rest_b) / n)) / n;
}

}  // namespace preamar
