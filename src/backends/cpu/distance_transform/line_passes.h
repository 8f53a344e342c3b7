// Passes over lines: the vector code's interface to the backend.
//
// Along the slowest axis, counts the steps to the nearest goal, a row at a time. Along each other axis, a line of
// squares g becomes min over i of g[i] + w (x - i)^2. The position of that minimum (the first of equal ones) never
// decreases as x grows. So the positions at every 16th cell, found by bisection, bound the search for the cells between
// them.
#pragma once

#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace preamar::cpu {

// The type of step counts along the slowest axis, for sums of type S.
template <class S>
using Count = std::conditional_t<sizeof(S) == 4, std::uint16_t, std::uint32_t>;

// No goal in that direction. The rows of a band can be added without overflow.
inline constexpr int most_band_rows = 255;
template <class C>
inline constexpr C no_count = std::numeric_limits<C>::max() - most_band_rows;

// Number of cells whose minima are computed together.
inline constexpr std::int64_t line_block = 16;
// The capacity of a line: vectors may read beyond its end.
[[nodiscard]] constexpr std::int64_t padded_line(std::int64_t length) {
  return (length + line_block - 1) / line_block * line_block + line_block;
}

// Data shared by all lines along one axis. `far` is larger than any distance in the image; adding any square to it does
// not overflow.
template <class S>
class LinePass {
 public:
  LinePass(std::int64_t cells, S square_of_step, S far_away)
      : length(cells), step_squared(square_of_step), far(far_away), squares_(2 * (cells + 2 * line_block)) {
    for (std::int64_t i = 0; i < squares_.count(); ++i) {
      const std::int64_t k = i - squares_.count() / 2;
      const auto steps = static_cast<S>(std::min(k < 0 ? -k : k, length - 1));
      squares_[i] = step_squared * steps * steps;
    }
  }
  // squares()[k] is the square of k steps, for negative and positive k; constant beyond the line.
  [[nodiscard]] const S* squares() const { return squares_.data() + squares_.count() / 2; }

  std::int64_t length;
  S step_squared, far;

 private:
  Buffer<S> squares_;
};

// Consecutive rows along the slowest axis, one byte per cell; 0 is a goal. Rows have `length` cells; rows shorter than
// a vector are padded to 64.
struct RowBand {
  const std::uint8_t* const* rows;
  int count;
  std::int64_t length;
};

template <class S>
struct LineFunctions {
  using C = Count<S>;

  // Writes the steps to a goal, backwards from the last row and forwards from the first. Returns whether there is a
  // goal.
  bool (*ends)(const RowBand& band, C* above, C* below);
  // Writes, row by row with distance `pitch`, the steps to the nearest goal, given the steps from the row before the
  // band and from the row after it. If `up` is not null, writes to it the steps back to the last goal.
  void (*counts)(const RowBand& band, const C* above, const C* below, std::int64_t pitch, C* counts, C* up);
  // Squares of counts.
  void (*squares)(const C* counts, std::int64_t length, S step_squared, S far, S* out);
  // Processes one line; overwrites the padding of `before`. If `places` is not null, writes the position of each
  // minimum to it. `knots` has room for length / line_block + 2.
  void (*pass)(const LinePass<S>& pass, S* before, S* after, S* places, std::int64_t* knots);
  // Squares the counts of a plane and does the pass along the middle axis; rows of `out` and `places` are padded lines.
  void (*columns)(const LinePass<S>& pass, const C* counts, std::int64_t pitch, std::int64_t columns, S step_squared,
                  S* out, S* places);
  // As length_of<float>.
  void (*roots)(const S* squared, std::int64_t length, double unit, float* out);
};

// For the best instruction set.
template <class S>
LineFunctions<S> line_functions();
template <>
LineFunctions<std::uint32_t> line_functions();
template <>
LineFunctions<std::uint64_t> line_functions();

}  // namespace preamar::cpu
