// distance_transform: the distance of each cell to the nearest one of a kind, by passes along one axis after another.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace preamar::primitives {

// The cells to which distances are measured.
enum class Goal { zero, not_zero };

// How the nearest is looked for: the second is an approximation, see primitives/rules/nearest_seed.h; nothing is
// carried by it.
enum class Search { exact, nearest_seed };

// The square of one step along each axis, in whole units, so that every sum is exact in any order. The largest sum in
// the image is below 2^63.
struct DistanceTransformSpec {
  Goal goal = Goal::zero;
  Search search = Search::exact;
  std::array<std::int64_t, max_rank> step_squared{1, 1, 1};
  double unit = 1;  // the length whose square is one unit, for results that are no whole numbers
  std::uint64_t within = std::numeric_limits<std::uint64_t>::max();  // the largest sum over which values are carried
};

// What is wanted of each cell, as views with dense rows.
struct DistanceTransformResults {
  // The distance to the nearest goal: uint32 or uint64, wide enough; float32 or float64.
  std::optional<ImageView> lengths{};
  // The raster index of that goal, as int64; of equally near ones the first by column, then row, then plane; -1 where
  // there is none.
  std::optional<ImageView> nearest{};
  // Its value, of the image's type, where it is near enough; else the cell's own.
  std::optional<ImageView> carried{};
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
inline void distance_transform(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
                               const DistanceTransformResults& results) {
  PREAMAR_ASSERT(has_grid_rank(image), "the image has rank 2 or 3");
  for (const auto& result : {results.lengths, results.nearest, results.carried})
    PREAMAR_ASSERT(is_absent_or(result, [&](ImageView out) { return is_grid_of(out, image.shape()); }),
                   "a result has the image's shape and dense rows");
  PREAMAR_ASSERT(is_absent_or(results.nearest, [](ImageView out) { return out.dtype() == DType::int64; }),
                 "indices are int64");
  PREAMAR_ASSERT(is_absent_or(results.carried, [&](ImageView out) { return out.dtype() == image.dtype(); }),
                 "values are carried in the image's dtype");
  backend_for(on).distance_transform(on, spec, image, results);
}

}  // namespace preamar::primitives
