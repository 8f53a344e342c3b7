// The rank of a cell for a watershed, (value, steps inside its plateau), packed into one key K: the steps are the low
// bits. K is uint16_t, uint32_t, uint64_t, or WideRank if 64 bits cannot hold both.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>

namespace preamar::cpu {

struct WideRank {
  std::uint64_t value, steps;
  friend auto operator<=>(const WideRank&, const WideRank&) = default;
};

// Steps are capped at `cap`, which also means that a cell reaches no lower cell.
template <class K>
struct Ranks {
  int step_bits;
  std::uint64_t cap;

  // The maximum of `cap`. With one more, the rank of the highest value would be that of a wall.
  [[nodiscard]] static constexpr std::uint64_t highest_cap(int step_bits) {
    return (~std::uint64_t{0} >> (64 - step_bits)) - 1;
  }
  // The rank of a cell outside the mask: above every other rank.
  static constexpr K wall = static_cast<K>(~K{0});

  [[nodiscard]] K pack(std::uint64_t value, std::uint64_t steps) const {
    return static_cast<K>(value << step_bits | steps);
  }
  // The rank of the same value with 0 steps.
  [[nodiscard]] K floor(K rank) const { return static_cast<K>(rank >> step_bits << step_bits); }
  [[nodiscard]] K with_steps(K rank, std::uint64_t steps) const { return static_cast<K>(floor(rank) | steps); }
  // Replaces `before` by `after`; returns false if another thread was first.
  static bool claim(K& rank, K before, K after) {
    const std::atomic_ref<K> shared(rank);
    return shared.load(std::memory_order_relaxed) == before &&
           shared.compare_exchange_strong(before, after, std::memory_order_relaxed);
  }
};

template <>
struct Ranks<WideRank> {
  int step_bits;
  std::uint64_t cap;

  [[nodiscard]] static constexpr std::uint64_t highest_cap(int) { return ~std::uint64_t{0} - 1; }
  static constexpr WideRank wall = {~std::uint64_t{0}, ~std::uint64_t{0}};

  [[nodiscard]] WideRank pack(std::uint64_t value, std::uint64_t steps) const { return {value, steps}; }
  [[nodiscard]] WideRank floor(WideRank rank) const { return {rank.value, 0}; }
  [[nodiscard]] WideRank with_steps(WideRank rank, std::uint64_t steps) const { return {rank.value, steps}; }
  // Values do not change while threads claim cells.
  static bool claim(WideRank& rank, WideRank before, WideRank after) {
    const std::atomic_ref<std::uint64_t> shared(rank.steps);
    return rank.value == before.value && shared.load(std::memory_order_relaxed) == before.steps &&
           shared.compare_exchange_strong(before.steps, after.steps, std::memory_order_relaxed);
  }
};

// The order of edges: (later rank, earlier rank, position). The position is 16 times the first cell's index plus a
// number of the forward step to the second, which ascends in raster order.
template <class K, class Coordinates>
struct EdgeKey {
  K later, earlier;
  Coordinates place;
  EdgeKey() = default;
  EdgeKey(K a, K b, Coordinates at) : later(a < b ? b : a), earlier(a < b ? a : b), place(at) {}
  // Greater than every edge.
  static EdgeKey last() { return {Ranks<K>::wall, Ranks<K>::wall, static_cast<Coordinates>(-1)}; }
  [[nodiscard]] Coordinates where() const { return place; }
  [[nodiscard]] K later_rank() const { return later; }
  [[nodiscard]] K earlier_rank() const { return earlier; }
  friend auto operator<=>(const EdgeKey&, const EdgeKey&) = default;
};

// Compared as one number.
template <>
struct EdgeKey<std::uint16_t, std::uint32_t> {
  std::uint64_t all;
  EdgeKey() = default;
  EdgeKey(std::uint16_t a, std::uint16_t b, std::uint32_t at)
      : all(std::uint64_t{a < b ? b : a} << 48 | std::uint64_t{a < b ? a : b} << 32 | at) {}
  static EdgeKey last() { return {0xFFFF, 0xFFFF, 0xFFFFFFFF}; }
  [[nodiscard]] std::uint32_t where() const { return static_cast<std::uint32_t>(all); }
  friend auto operator<=>(const EdgeKey&, const EdgeKey&) = default;
};

template <class Coordinates>
struct EdgeKey<std::uint32_t, Coordinates> {
  std::uint64_t ranks;
  Coordinates place;
  EdgeKey() = default;
  EdgeKey(std::uint32_t a, std::uint32_t b, Coordinates at)
      : ranks(std::uint64_t{a < b ? b : a} << 32 | (a < b ? a : b)), place(at) {}
  static EdgeKey last() { return {0xFFFFFFFF, 0xFFFFFFFF, static_cast<Coordinates>(-1)}; }
  [[nodiscard]] Coordinates where() const { return place; }
  [[nodiscard]] std::uint32_t later_rank() const { return static_cast<std::uint32_t>(ranks >> 32); }
  [[nodiscard]] std::uint32_t earlier_rank() const { return static_cast<std::uint32_t>(ranks); }
  friend auto operator<=>(const EdgeKey&, const EdgeKey&) = default;
};

}  // namespace preamar::cpu
