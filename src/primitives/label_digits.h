// Digits of the levels of labels, counted to find medians. A digit is a byte of a key that has the order of the levels;
// the highest comes first. Each round counts one digit of the cells that share the digits found so far.
#pragma once

#include "primitives/label_sums.h"

#include <preamar/image.h>

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace preamar::primitives {

// Maps a level to an unsigned integer of the same order and size; -0 comes before 0.
template <class T>
constexpr auto level_key(T level) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
    const auto bits = std::bit_cast<Bits>(level);
    return (bits & sign) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | sign);
  } else if constexpr (std::is_same_v<T, bool>) {
    return static_cast<std::uint8_t>(level);
  } else {
    using Bits = std::make_unsigned_t<T>;
    constexpr Bits sign = std::is_signed_v<T> ? static_cast<Bits>(Bits{1} << (8 * sizeof(T) - 1)) : Bits{0};
    return static_cast<Bits>(static_cast<Bits>(level) ^ sign);
  }
}

// The level of a key.
template <class T>
constexpr T level_of_key(std::uint64_t key) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
    const auto bits = static_cast<Bits>(key);
    return std::bit_cast<T>((bits & sign) != 0 ? static_cast<Bits>(bits ^ sign) : static_cast<Bits>(~bits));
  } else if constexpr (std::is_same_v<T, bool>) {
    return key != 0;
  } else {
    return static_cast<T>(key ^ level_key(T{0}));
  }
}

// One of the two middle levels of a label, which are one if the number of its cells is odd: its first digits, and the
// number of cells whose digits are below these.
struct Middle {
  std::uint64_t digits = 0, below = 0;
  friend bool operator==(const Middle&, const Middle&) = default;
};
using Middles = std::array<Middle, 2>;

// Ascending: which middle (0 if both have the same first digits) and which digit, in the upper 9 bits, and the number
// of cells.
using DigitCounts = std::vector<std::uint64_t>;
inline constexpr int count_bits = 55;
constexpr std::uint64_t count_in(std::uint64_t entry) { return entry & ((std::uint64_t{1} << count_bits) - 1); }

struct LabelDigitsSpec {
  CellRange counted;
  std::int64_t first_row, end_row;        // of the counted rows
  int round;                              // digits before this one are known
  std::span<const std::uint64_t> labels;  // all of these rows, as keys, ascending
  std::span<const CellSums> cells;        // of the labels
  std::span<const Middles> middles;       // of the labels
};

// Bytes per counted cell that label_digits() needs at most, with its result.
inline constexpr int label_digits_bytes = 24;

// The counts per label. Both images are dense; `labels` is an integer image of rank 2 or 3.
[[nodiscard]] std::vector<DigitCounts> label_digits(const LabelDigitsSpec& spec, ConstImageView labels,
                                                    ConstImageView levels);

// The counts of two parts of a label.
[[nodiscard]] DigitCounts merged_counts(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right);

// Adds the next digit of both middles of a label with `size` cells. Throws Error (io) if the counts do not fit it.
void add_digit(Middles& middles, std::int64_t size, std::span<const std::uint64_t> counts);

}  // namespace preamar::primitives
