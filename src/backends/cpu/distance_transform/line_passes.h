// The passes over lines: what the vector code offers to the rest of the backend.
//
// Along the slowest axis the steps to the nearest goal are counted, whole rows at a time. Along each other axis a line
// of squares g becomes min over i of g[i] + w (x - i)^2. The place of that minimum, the first of equals, never moves
// back as x grows, so places at every 16th cell, found by halving, bound the search at the cells between them.
#pragma once

#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace preamar::cpu {

// Steps along the slowest axis, for sums of type S.
template <class S>
using Count = std::conditional_t<sizeof(S) == 4, std::uint16_t, std::uint32_t>;

// No goal that way. A band's rows may be added to it.
inline constexpr int most_band_rows = 255;
template <class C>
inline constexpr C no_count = std::numeric_limits<C>::max() - most_band_rows;

// Cells whose lower ends are computed together.
inline constexpr std::int64_t line_block = 16;
// The cells that a line must have room for: vectors may read beyond its end.
[[nodiscard]] constexpr std::int64_t padded_line(std::int64_t length) {
  return (length + line_block - 1) / line_block * line_block + line_block;
}

// What all lines along one axis share. `far` is more than any distance in the image, and may have any square added.
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
  // squares()[k] is the square of k steps, for k of both signs; beyond the line it does not grow.
  [[nodiscard]] const S* squares() const { return squares_.data() + squares_.count() / 2; }

  std::int64_t length;
  S step_squared, far;

 private:
  Buffer<S> squares_;
};

// Some rows of one byte a cell, 0 being a goal, one behind another along the slowest axis. They are `length` long or,
// where that is less than a vector, padded to 64.
struct RowBand {
  const std::uint8_t* const* rows;
  int count;
  std::int64_t length;
};

template <class S>
struct LineFunctions {
  using C = Count<S>;

  // Writes the steps from the last row back to a goal and from the first row onwards to one; true if there is any.
  bool (*ends)(const RowBand& band, C* above, C* below);
  // Writes row by row, `pitch` apart, the steps to the nearest goal, given the steps from the row before the band and
  // from the row behind it; and to `up`, unless null, the steps back to the last goal.
  void (*counts)(const RowBand& band, const C* above, const C* below, std::int64_t pitch, C* counts, C* up);
  // Squares of counts.
  void (*squares)(const C* counts, std::int64_t length, S step_squared, S far, S* out);
  // One line; what lies behind its end in `before` is overwritten. `places`, unless null, receives where each minimum
  // was found. `knots` has room for length / line_block + 2.
  void (*pass)(const LinePass<S>& pass, S* before, S* after, S* places, std::int64_t* knots);
  // Squares and the pass along the middle axis for a plane of counts; rows of `out` and `places` are padded lines.
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
