// The operations of a watershed on rows of ranks, compiled once per instruction set.
#pragma once

#include "backends/cpu/watershed/rank.h"

#include <cstdint>
#include <span>
#include <type_traits>

namespace preamar::cpu {

// Functions on `count` cells from `at` on, with neighbours at `offsets`, in raster order. They read and write up to
// `row_slack` additional cells.
inline constexpr std::int64_t row_slack = 64;

template <class K>
struct RankRows {
  using Number = std::conditional_t<std::is_same_v<K, WideRank>, std::uint64_t, K>;
  using Offsets = std::span<const std::int64_t>;

  // The number of the offset to the smallest neighbour, the first of equal ones; offsets.size() if all are walls, and
  // one more at a wall.
  void (*least)(const K* at, std::int64_t count, Offsets offsets, Number* to);
  // Given these numbers: the cells that choose no neighbour, and the first of two that choose each other, as distances
  // from `at`. Returns their number.
  std::int64_t (*roots)(const Number* at, std::int64_t count, Offsets offsets, std::int32_t* to);
  // The floor of a rank if a neighbour is lower, otherwise the rank. All steps equal the cap.
  void (*ground)(const Ranks<K>& ranks, const K* at, std::int64_t count, Offsets offsets, K* to);
  // The cells above their floor that have a neighbour on it, as distances from `at`. Returns their number.
  std::int64_t (*rim)(const Ranks<K>& ranks, const K* at, std::int64_t count, Offsets offsets, std::int32_t* to);
};

// The cells whose name and that of the cell at `offset` are below `limit` and differ, as distances from `at`. Returns
// their number.
std::int64_t differing(const std::uint32_t* at, std::int64_t count, std::int64_t offset, std::uint32_t limit,
                       std::int32_t* to);

// For the best instruction set of this machine.
template <class K>
RankRows<K> rank_rows();

}  // namespace preamar::cpu
