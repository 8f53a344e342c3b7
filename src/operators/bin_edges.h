// Bins of equal width over a range of levels, as numpy.histogram makes them.
#pragma once

#include "core/memory.h"

#include <preamar/image.h>
#include <preamar/minmax.h>

#include <cstdint>
#include <span>

namespace preamar {

[[nodiscard]] double real_of(const PixelValue& level);

// The edges, one more than bins, over a range that a caller gave for an image of `dtype`; `high` is not below `low`. A
// range of no width is widened by a half on both sides.
[[nodiscard]] Buffer<double> edges_over(double low, double high, std::int64_t bins, DType dtype);
// Over the range of an image's own levels: those of float32 are then computed in that type.
[[nodiscard]] Buffer<double> edges_over(const MinMax& levels, std::int64_t bins, DType dtype);

// Bytes that counting into so many bins takes on so many threads: of each its edges, its counts and those that they are
// made from, and the sum of all counts.
[[nodiscard]] constexpr std::int64_t bin_memory(std::int64_t bins, int threads) {
  return (bins + 1) * (24 * std::int64_t{threads} + 8);
}

[[nodiscard]] inline std::span<const double> span_of(const Buffer<double>& edges) {
  return {edges.data(), static_cast<std::size_t>(edges.count())};
}

}  // namespace preamar
