// What one run adds to the sums of its label.
#pragma once

#include "primitives/label_sums.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace preamar::cpu {
using namespace primitives;

struct Run {
  std::int64_t begin, end;
  std::uint64_t key;
  std::int64_t place;  // index among the labels of the band; -1 for the background
};

// Sums of x and of x*x over begin ... end - 1.
inline Int128 sum_between(std::int64_t begin, std::int64_t end) { return Int128{end - begin} * (begin + end - 1) / 2; }

inline Int128 squares_below(std::int64_t end) { return Int128{end} * (end - 1) / 2 * (2 * end - 1) / 3; }

inline void add_run(CellSums& cells, std::int64_t z, std::int64_t y, const Run& run) {
  const std::int64_t length = run.end - run.begin;
  cells.size += length;
  cells.low = {std::min(cells.low[0], z), std::min(cells.low[1], y), std::min(cells.low[2], run.begin)};
  cells.high = {std::max(cells.high[0], z + 1), std::max(cells.high[1], y + 1), std::max(cells.high[2], run.end)};
  cells.sum[0] += Int128{length} * z;
  cells.sum[1] += Int128{length} * y;
  cells.sum[2] += sum_between(run.begin, run.end);
}

inline void add_run(ProductSums& products, std::int64_t z, std::int64_t y, const Run& run) {
  const std::int64_t length = run.end - run.begin;
  const Int128 columns = sum_between(run.begin, run.end);
  products.sum[0] += Int128{length} * z * z;
  products.sum[1] += Int128{length} * z * y;
  products.sum[2] += columns * z;
  products.sum[3] += Int128{length} * y * y;
  products.sum[4] += columns * y;
  products.sum[5] += squares_below(run.end) - squares_below(run.begin);
}

// For levels of at most 16 bits, the sums over a run fit 64 bits and are vectorised.
template <class T>
void add_narrow(const T* levels, std::int64_t count, WholeSums& whole) {
  T least = levels[0], most = levels[0];
  std::int64_t sum = 0;
  std::uint64_t squares = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    least = std::min(least, levels[i]);
    most = std::max(most, levels[i]);
    sum += levels[i];
    squares += static_cast<std::uint64_t>(std::int64_t{levels[i]} * levels[i]);
  }
  whole.least = std::min<Int128>(whole.least, least);
  whole.most = std::max<Int128>(whole.most, most);
  whole.sum += sum;
  whole.squares.add(squares);
}

template <class T>
void add_levels(const std::byte* row, std::int64_t begin, std::int64_t end, WholeSums* whole, RealSums* real) {
  constexpr std::int64_t at_once = std::int64_t{1} << 30;
  const T* const levels = reinterpret_cast<const T*>(row);
  if constexpr (std::is_floating_point_v<T>) {
    for (std::int64_t x = begin; x < end; ++x) real->add_level(levels[x]);
  } else if constexpr (sizeof(T) <= 2) {
    for (std::int64_t x = begin; x < end; x += at_once) add_narrow(levels + x, std::min(at_once, end - x), *whole);
  } else {
    for (std::int64_t x = begin; x < end; ++x) whole->add_level(levels[x]);
  }
}

}  // namespace preamar::cpu
