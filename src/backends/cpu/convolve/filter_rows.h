// Vectorised filters on rows of working values, which are float or double.
#pragma once

#include "primitives/rules/weighted_sum.h"

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {
using namespace primitives;

// Functions may read and write this many values beyond the requested ones in rows of working values; never in rows of
// pixels.
inline constexpr std::int64_t row_slack = 16;

// Sums follow weighted_sum(), lane by lane, so every instruction set gives the same bits. There are radius + 1
// `weights`. Rows need no alignment. `to` must not be an input row unless stated.
template <class F>
struct FilterRows {
  // Converts a dense row of pixels to working values.
  void (*load)(DType dtype, const std::byte* row, std::int64_t count, F* to);
  // The sum along the row: reads from[-radius] to from[count + radius - 1].
  void (*along)(const F* from, const F* weights, int radius, Parity parity, std::int64_t count, F* to);
  // The sum across rows; rows[radius] is the centre and rows[2 * radius] the last.
  void (*across)(const F* const* rows, const F* weights, int radius, Parity parity, std::int64_t count, F* to);
  // Converts working values to a dense row of pixels, by Convert of primitives/rules.
  void (*store)(const F* from, std::int64_t count, DType dtype, std::byte* to);
  // The square root of the sum of squares of 1 to 3 parts, added in order in F, rounded to float. `to` may be a part.
  void (*magnitude)(const F* const* parts, int n, std::int64_t count, float* to);
  // The Angle of two parts.
  void (*angle)(const F* y, const F* x, std::int64_t count, float* to);

  // The same, bypassing the cache, for results that are not read soon. hwy::FlushStream() makes them visible to other
  // threads.
  void (*store_past_cache)(const F* from, std::int64_t count, DType dtype, std::byte* to);
  void (*magnitude_past_cache)(const F* const* parts, int n, std::int64_t count, float* to);
};

// For the best instruction set.
template <class F>
[[nodiscard]] FilterRows<F> filter_rows();
template <>
FilterRows<float> filter_rows();
template <>
FilterRows<double> filter_rows();

}  // namespace preamar::cpu
