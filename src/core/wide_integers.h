// Integers wider than a machine word.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace preamar {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

// 320 bits, signed: the sum of three 128-bit integers with weights 1, 2^64 and 2^128.
class WideInteger {
 public:
  static WideInteger of(const std::array<Int128, 3>& limbs) {
    WideInteger wide;
    Int128 carry = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      // The sum of two 128-bit integers may overflow, so add it in halves.
      const Int128 high = (carry >> 64) + (limbs[i] >> 64);
      const UInt128 low = UInt128{static_cast<std::uint64_t>(carry)} + static_cast<std::uint64_t>(limbs[i]);
      wide.words_[i] = static_cast<std::uint64_t>(low);
      carry = high + static_cast<Int128>(low >> 64);
    }
    wide.words_[3] = static_cast<std::uint64_t>(carry);
    wide.words_[4] = static_cast<std::uint64_t>(carry >> 64);
    return wide;
  }

  // Subtracts the nearest number of 53 bits (ties to even) and returns it times 2^exponent.
  double take_nearest(int exponent) {
    const bool is_negative = words_[4] >> 63 != 0;
    if (is_negative) negate();
    const int top = highest_bit();
    if (top < 0) return 0;
    const int shift = top > 52 ? top - 52 : 0;
    std::uint64_t fraction = bits_from(shift);
    if (shift > 0) {
      const bool half = (bits_from(shift - 1) & 1) != 0, more = has_bits_below(shift - 1);
      fraction += half && (more || (fraction & 1) != 0);
    }
    subtract(fraction, shift);
    if (is_negative) negate();
    const double value = std::ldexp(static_cast<double>(fraction), shift + exponent);
    return is_negative ? -value : value;
  }

 private:
  static constexpr int count = 5;

  void negate() {
    std::uint64_t carry = 1;
    for (std::uint64_t& word : words_) {
      word = ~word + carry;
      carry = carry != 0 && word == 0;
    }
  }
  [[nodiscard]] int highest_bit() const {
    for (int i = count - 1; i >= 0; --i)
      if (const std::uint64_t word = words_[static_cast<std::size_t>(i)]; word != 0)
        return i * 64 + 63 - std::countl_zero(word);
    return -1;
  }
  // 64 bits, starting at bit `shift`.
  [[nodiscard]] std::uint64_t bits_from(int shift) const {
    const auto word = static_cast<std::size_t>(shift / 64);
    const UInt128 two = UInt128{words_[word]} | UInt128{word + 1 < count ? words_[word + 1] : 0} << 64;
    return static_cast<std::uint64_t>(two >> (shift % 64));
  }
  [[nodiscard]] bool has_bits_below(int shift) const {
    for (int i = 0; i < shift / 64; ++i)
      if (words_[static_cast<std::size_t>(i)] != 0) return true;
    return (words_[static_cast<std::size_t>(shift / 64)] & ((std::uint64_t{1} << (shift % 64)) - 1)) != 0;
  }
  void subtract(std::uint64_t part, int shift) {
    const UInt128 wide = UInt128{part} << (shift % 64);
    const std::uint64_t parts[2] = {static_cast<std::uint64_t>(wide), static_cast<std::uint64_t>(wide >> 64)};
    std::uint64_t borrow = 0;
    for (int i = shift / 64; i < count; ++i) {
      std::uint64_t& word = words_[static_cast<std::size_t>(i)];
      const std::uint64_t less = i - shift / 64 < 2 ? parts[i - shift / 64] : 0, before = word;
      word = before - less - borrow;
      borrow = before < less || (before == less && borrow != 0);
    }
  }

  std::array<std::uint64_t, count> words_{};  // two's complement, lowest word first
};

}  // namespace preamar
