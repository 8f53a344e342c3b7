// The counters of one worker.
#pragma once

#include "core/memory.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace preamar::cpu {

// One counter per bin, in several tables: adjacent pixels are often alike, and a counter that was just written is slow
// to read again.
template <class Counter, std::int64_t tables>
class Counters {
 public:
  explicit Counters(std::int64_t bins) : bins_(bins), counts_(tables * bins) {
    std::fill_n(counts_.data(), counts_.count(), Counter{0});
  }

  template <class T, class BinOf>
  void add(const T* from, std::int64_t length, const BinOf& bin_of) const {
    Counter* const counts = counts_.data();
    std::int64_t x = 0;
    for (; x + tables <= length; x += tables)
      for (std::int64_t table = 0; table < tables; ++table) ++counts[table * bins_ + bin_of(from[x + table])];
    for (; x < length; ++x) ++counts[bin_of(from[x])];
  }

  // Calls give(bin, count), possibly several times per bin.
  template <class Give>
  void each(const Give& give) const {
    for (std::int64_t table = 0; table < tables; ++table)
      for (std::int64_t bin = 0; bin < bins_; ++bin) give(bin, static_cast<std::int64_t>(counts_[table * bins_ + bin]));
  }

 private:
  std::int64_t bins_;
  Buffer<Counter> counts_;
};

// For bytes: one counter per pair of adjacent values. This halves the writes, and most images have few distinct pairs.
// Repeated pixels are counted together. For at most 2^32 pixels.
class PairCounters {
 public:
  PairCounters() : pairs_(1 << 16) { std::fill_n(pairs_.data(), pairs_.count(), 0U); }

  void add(const std::uint8_t* from, std::int64_t length) {
    constexpr std::int64_t line = 64, ahead = 16 * line;
    std::int64_t x = 0;
    for (; x + line <= length; x += line) {
      __builtin_prefetch(from + x + ahead);
      if (is_repeated(from + x))
        add_pairs(from + x, 8, line / 8);
      else
        add_pairs(from + x, line, 1);
    }
    for (; x < length; ++x) ++rest_[from[x]];
  }

  // Calls give(value, count) for each value.
  template <class Give>
  void each(const Give& give) const {
    std::array<std::int64_t, 256> totals{};
    for (std::size_t high = 0; high < 256; ++high) {
      const std::uint32_t* const with_high = pairs_.data() + 256 * high;
      std::int64_t sum = 0;
      for (std::size_t low = 0; low < 256; ++low) {
        totals[low] += with_high[low];
        sum += with_high[low];
      }
      totals[high] += sum;
    }
    for (std::size_t value = 0; value < 256; ++value)
      give(static_cast<std::int64_t>(value), totals[value] + rest_[value]);
  }

 private:
  // Whether a line repeats the same eight pixels; for most lines the two ends show that it does not.
  static bool is_repeated(const std::uint8_t* line) {
    return std::memcmp(line, line + 56, 8) == 0 && std::memcmp(line, line + 8, 56) == 0;
  }

  void add_pairs(const std::uint8_t* from, std::int64_t length, std::uint32_t times) const {
    std::uint32_t* const pairs = pairs_.data();
    for (std::int64_t x = 0; x < length; x += 2) {
      std::uint16_t pair;
      std::memcpy(&pair, from + x, sizeof pair);
      pairs[pair] += times;
    }
  }

  Buffer<std::uint32_t> pairs_;
  std::array<std::int64_t, 256> rest_{};
};

}  // namespace preamar::cpu
