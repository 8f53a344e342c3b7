// A floating-point sum that does not depend on the order of its terms.
//
// A float is an integer times a power of two. It is split at fixed positions into limbs of 64 bits, and each limb is
// added to its own counter without carries between counters. Only the highest three counters that any term has reached
// are kept; lower limbs are dropped whenever they occur. So at least 128 bits below the largest term count, which
// covers all values of most images, and the result depends on the set of terms only.
#pragma once

#include "core/wide_integers.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace preamar {

// A sum rounded to a double, and the remainder rounded to another.
struct RoundedSum {
  double high, low;
};

class RealSum {
 public:
  // `value` must not be NaN.
  void add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto field = static_cast<int>(bits >> 52 & 0x7FF);
    if (field == 0x7FF) {
      infinities_ |= value > 0 ? 1 : 2;
      return;
    }
    add_scaled(fraction_of(bits, field), exponent_of(field), bits >> 63 != 0);
  }
  void add_square(float value) { add(static_cast<double>(value) * static_cast<double>(value)); }  // exact in double
  void add_square(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto field = static_cast<int>(bits >> 52 & 0x7FF);
    if (field == 0x7FF) {
      infinities_ |= 1;
      return;
    }
    const UInt128 square = UInt128{fraction_of(bits, field)} * fraction_of(bits, field);
    add_scaled(static_cast<std::uint64_t>(square), 2 * exponent_of(field), false);
    add_scaled(static_cast<std::uint64_t>(square >> 64), 2 * exponent_of(field) + 64, false);
  }
  void add(const RealSum& other) {
    infinities_ |= other.infinities_;
    if (other.top_ > top_) raise(other.top_);
    for (std::int64_t i = 0; i < kept; ++i)
      if (const std::int64_t at = i - (top_ - other.top_); at >= 0)
        limbs_[static_cast<std::size_t>(at)] += other.limbs_[static_cast<std::size_t>(i)];
  }

  [[nodiscard]] RoundedSum rounded() const {
    if (infinities_ == 3) return {std::numeric_limits<double>::quiet_NaN(), 0};
    if (infinities_ != 0) return {infinities_ == 1 ? HUGE_VAL : -HUGE_VAL, 0};
    WideInteger total = WideInteger::of(limbs_);
    const int exponent = static_cast<int>((top_ - kept + 1) * 64) - bias;
    const double high = total.take_nearest(exponent);
    return {high, total.take_nearest(exponent)};
  }

 private:
  static constexpr std::int64_t kept = 3;
  static constexpr int bias = 64 * 34;  // makes exponents non-negative, down to the squares of the smallest doubles

  static std::uint64_t fraction_of(std::uint64_t bits, int field) {
    return (bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{field > 0} << 52;
  }
  static int exponent_of(int field) { return (field > 0 ? field : 1) - 1075; }

  void add_scaled(std::uint64_t fraction, int exponent, bool is_negative) {
    const int place = exponent + bias;
    const UInt128 wide = UInt128{fraction} << (place % 64);
    add_limb(place / 64, static_cast<std::uint64_t>(wide), is_negative);
    add_limb(place / 64 + 1, static_cast<std::uint64_t>(wide >> 64), is_negative);
  }
  void add_limb(std::int64_t limb, std::uint64_t part, bool is_negative) {
    if (part == 0) return;
    if (limb > top_) raise(limb);
    const std::int64_t at = kept - 1 - (top_ - limb);
    if (at >= 0) limbs_[static_cast<std::size_t>(at)] += is_negative ? -Int128{part} : Int128{part};
  }
  // Makes `limb` the highest; drops the limbs that no longer fit.
  void raise(std::int64_t limb) {
    for (std::int64_t i = 0; i < kept; ++i) {
      const std::int64_t from = i + (limb - top_);
      limbs_[static_cast<std::size_t>(i)] = from < kept ? limbs_[static_cast<std::size_t>(from)] : 0;
    }
    top_ = limb;
  }

  std::array<Int128, kept> limbs_{};  // the highest last
  std::int64_t top_ = 0;              // index of the highest limb
  std::int64_t infinities_ = 0;       // bit 0: +infinity was added, bit 1: -infinity
};

}  // namespace preamar
