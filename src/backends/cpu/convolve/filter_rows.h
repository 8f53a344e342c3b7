// Filters in vectors over rows of working values, which are float or double.
#pragma once

#include "primitives/rules/weighted_sum.h"

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {
using namespace primitives;

// Behind what they are asked for, functions may read and write so many values more in a row of working values; never
// in a row of pixels.
inline constexpr std::int64_t row_slack = 16;

// Sums are as weighted_sum() says, lane by lane, so every instruction set gives the same. `weights` are radius + 1.
// Rows need no alignment. `to` is none of the rows that are read, but where said otherwise.
template <class F>
struct FilterRows {
  // A dense row of pixels as working values.
  void (*load)(DType dtype, const std::byte* row, std::int64_t count, F* to);
  // The sum along the row: reads from[-radius] to from[count + radius - 1].
  void (*along)(const F* from, const F* weights, int radius, Parity parity, std::int64_t count, F* to);
  // The sum across rows, of which rows[radius] is the centre and rows[2 * radius] the last.
  void (*across)(const F* const* rows, const F* weights, int radius, Parity parity, std::int64_t count, F* to);
  // Working values as a dense row of pixels, by Convert of primitives/rules.
  void (*store)(const F* from, std::int64_t count, DType dtype, std::byte* to);
  // The root of the sum of squares of 1 to 3 parts, added in their order in F, rounded to float. `to` may be a part.
  void (*magnitude)(const F* const* parts, int n, std::int64_t count, float* to);
  // The Angle of two parts.
  void (*angle)(const F* y, const F* x, std::int64_t count, float* to);

  // The same past the cache, for results that are not read soon; hwy::FlushStream() makes them visible to
  // other threads.
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
