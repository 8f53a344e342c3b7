// distance_transform: the distance from each cell to the nearest goal cell, by one pass per axis.
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

// `nearest_seed` is an approximation (primitives/rules/nearest_seed.h) and does not support `carried`.
enum class Search { exact, nearest_seed };

// Squared step lengths are integers, so every sum is exact in any order. The largest sum in the image is below 2^63.
struct DistanceTransformSpec {
  Goal goal = Goal::zero;
  Search search = Search::exact;
  std::array<std::int64_t, max_rank> step_squared{1, 1, 1};
  double unit = 1;  // length of a step whose square is 1; scales floating-point results
  std::uint64_t within = std::numeric_limits<std::uint64_t>::max();  // values are carried up to this squared distance
};

// The results to compute per cell, as views with dense rows.
struct DistanceTransformResults {
  // The distance to the nearest goal: uint32 or uint64, wide enough; float32 or float64.
  std::optional<ImageView> lengths{};
  // The raster index of the nearest goal, int64. Ties go to the smallest column, then row, then plane. -1 if no cell is
  // a goal.
  std::optional<ImageView> nearest{};
  // The value of the nearest goal if it is within `within`, otherwise the cell's own value; in the image's dtype.
  std::optional<ImageView> carried{};
};

// The stored form of a squared distance. Integers: the sum itself. float32: its square root, times `unit`. float64: the
// sum, times `unit` squared.
template <class T>
[[nodiscard]] T length_of(std::uint64_t squared, double unit) {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(std::sqrt(static_cast<double>(squared)) * unit);
  if constexpr (std::is_same_v<T, double>) return static_cast<double>(squared) * (unit * unit);
  return static_cast<T>(squared);
}

// The stored form where no cell is a goal.
template <class T>
[[nodiscard]] constexpr T no_length() {
  return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}

// Images of rank 2 or 3 and any strides. NaN is non-zero.
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
