// Sorts cells by their keys: a radix sort, least significant byte first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace preamar::blocks {

// In descending order, stable. `key_at(cell)` is a K. Bytes in which all keys agree take one pass instead of two.
template <class K, class KeyAt>
std::vector<std::uint32_t> radix_sorted_descending(std::vector<std::uint32_t> cells, const KeyAt& key_at) {
  std::vector<std::uint32_t> sorted(cells.size());
  for (std::size_t shift = 0; shift < 8 * sizeof(K); shift += 8) {
    const auto byte_at = [&](std::uint32_t cell) { return static_cast<std::uint8_t>(key_at(cell) >> shift); };
    std::array<std::uint32_t, 256> counts{};
    for (const std::uint32_t cell : cells) ++counts[byte_at(cell)];
    if (cells.empty() || counts[byte_at(cells[0])] == cells.size()) continue;
    std::uint32_t first = 0;
    for (std::size_t byte = 256; byte-- > 0;) first += std::exchange(counts[byte], first);
    for (const std::uint32_t cell : cells) sorted[counts[byte_at(cell)]++] = cell;
    cells.swap(sorted);
  }
  return cells;
}

}  // namespace preamar::blocks
