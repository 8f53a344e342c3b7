// lines: independent passes along one axis after another; the exact distance to the nearest cell of a kind.
#pragma once

#include "skeletons/backend.h"

#include <array>
#include <cmath>
#include <limits>

namespace preamar {

// The cells to which distances are measured.
enum class Goal { zero, not_zero };

// The square of one step along each axis, in whole units, so that every sum is exact in any order. The largest sum in
// the image is below 2^63.
struct LinesSpec {
  Goal goal = Goal::zero;
  std::array<std::int64_t, max_rank> step_squared{1, 1, 1};
  double unit = 1;  // the length whose square is one unit, for results that are no whole numbers
};

// What is written for a sum of squares to an image of type T: the sum itself; as float32 its root, as float64 the sum,
// both in terms of the unit.
template <class T>
[[nodiscard]] T length_of(std::uint64_t squared, double unit) {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(std::sqrt(static_cast<double>(squared)) * unit);
  if constexpr (std::is_same_v<T, double>) return static_cast<double>(squared) * (unit * unit);
  return static_cast<T>(squared);
}

// What is written where no cell is a goal.
template <class T>
[[nodiscard]] constexpr T no_length() {
  return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}

// Writes to each cell of `lengths` (uint32 or uint64, wide enough for the largest sum; float32 or float64) the distance
// to the nearest goal of `image`; and to `nearest`, of rank 0 or int64, the raster index of that goal: of equally near
// ones the first by column, then row, then plane; -1 where there is none. NaN is not 0. Images of rank 2 or 3; what is
// written has dense rows.
inline void lines(const Execution& on, const LinesSpec& spec, const ConstImage& image, const Image& lengths,
                  const Image& nearest) {
  backend_for(on).lines(on, spec, image, lengths, nearest);
}

}  // namespace preamar
