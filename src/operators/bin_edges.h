// Bins of equal width over a range of levels, as in numpy.histogram.
#pragma once

#include "core/memory.h"

#include <preamar/image.h>
#include <preamar/minmax.h>

#include <cstdint>
#include <span>

namespace preamar {

[[nodiscard]] double real_of(const PixelValue& level);

// The bins + 1 edges over a range that the caller chose, for an image of `dtype`; low <= high. An empty range is
// widened by 0.5 on both sides.
[[nodiscard]] Buffer<double> edges_over(double low, double high, std::int64_t bins, DType dtype);
// The same over the range of the image's own levels. For float32 images the edges are computed in float32.
[[nodiscard]] Buffer<double> edges_over(const MinMax& levels, std::int64_t bins, DType dtype);

// Bytes that a histogram needs: per thread and bin the edge, the count and the partial count; per bin the sum of the
// counts.
[[nodiscard]] constexpr std::int64_t bin_memory(std::int64_t bins, int threads) {
  return (bins + 1) * (24 * std::int64_t{threads} + 8);
}

[[nodiscard]] inline std::span<const double> span_of(const Buffer<double>& edges) {
  return {edges.data(), static_cast<std::size_t>(edges.count())};
}

}  // namespace preamar
