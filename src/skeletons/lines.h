// lines: independent passes along one axis after another; the exact distance to the nearest cell of a kind.
#pragma once

#include "skeletons/backend.h"

#include <array>
#include <cmath>
#include <limits>

namespace preamar {

// The cells to which distances are measured.
enum class Goal { zero, not_zero };

// How the nearest is looked for: the second is an approximation, see skeletons/rules/nearest_seed.h; nothing is carried
// by it.
enum class Search { exact, nearest_seed };

// The square of one step along each axis, in whole units, so that every sum is exact in any order. The largest sum in
// the image is below 2^63.
struct LinesSpec {
  Goal goal = Goal::zero;
  Search search = Search::exact;
  std::array<std::int64_t, max_rank> step_squared{1, 1, 1};
  double unit = 1;  // the length whose square is one unit, for results that are no whole numbers
  std::uint64_t within = std::numeric_limits<std::uint64_t>::max();  // the largest sum over which values are carried
};

// What is wanted of each cell, as views with dense rows; what is not is of rank 0.
struct LinesResults {
  Image lengths{};  // the distance to the nearest goal: uint32 or uint64, wide enough; float32 or float64
  Image nearest{};  // the raster index of that goal, as int64; of equally near ones the first by column, then row, then
                    // plane; -1 where there is none
  Image carried{};  // its value, of the image's type, where it is near enough; else the cell's own
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

// Images of rank 2 or 3 and any strides. NaN is not 0.
inline void lines(const Execution& on, const LinesSpec& spec, const ConstImage& image, const LinesResults& results) {
  backend_for(on).lines(on, spec, image, results);
}

}  // namespace preamar
