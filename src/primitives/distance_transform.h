// distance_transform: the distance from each cell to the nearest goal cell, by one pass per axis.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace preamar::primitives {

// The cells to which distances are measured.
enum class Goal { zero, not_zero };

// `nearest_seed` is an approximation (primitives/rules/nearest_seed.h) and does not support `carried`.
enum class Search { exact, nearest_seed };

// No goal on that line.
inline constexpr std::uint32_t no_goal = std::numeric_limits<std::uint32_t>::max();

// The image is part of a larger one and spans all its axes except the first. Positions are along that axis, in the
// larger image, and below 2^32 - 1. Lines along it are in C order.
struct GoalsBeyond {
  std::span<const std::uint32_t> before, behind;  // per line: the nearest goal on either side of the part, or no_goal
  std::int64_t first = 0;                         // position of the part
  Shape image;                                    // the larger image
};

// The goals at both ends of each line along the first axis, in positions of the image, or no_goal.
struct GoalEnds {
  std::span<std::uint32_t> first, last;
};

// Squared step lengths are integers, so every sum is exact in any order. The largest sum in the image is below 2^63.
struct DistanceTransformSpec {
  Goal goal = Goal::zero;
  Search search = Search::exact;
  std::array<std::int64_t, max_rank> step_squared{1, 1, 1};
  double unit = 1;  // length of a step whose square is 1; scales floating-point results
  std::uint64_t within = std::numeric_limits<std::uint64_t>::max();  // values are carried up to this squared distance
  std::optional<GoalsBeyond>
      beyond{};  // not with `carried`; results are those of the larger image, and so are the units
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
  // Only without the others.
  std::optional<GoalEnds> ends{};
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

// The number of lines along the first axis.
[[nodiscard]] inline std::size_t line_count(const Shape& shape) {
  std::int64_t lines = 1;
  for (int axis = 1; axis < shape.rank(); ++axis) lines *= shape[axis];
  return static_cast<std::size_t>(lines);
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
  PREAMAR_ASSERT(!results.ends || !(results.lengths || results.nearest || results.carried || spec.beyond),
                 "the ends of lines are the only result");
  PREAMAR_ASSERT(is_absent_or(results.ends,
                              [&](const GoalEnds& ends) {
                                const auto lines = line_count(image.shape());
                                return ends.first.size() == lines && ends.last.size() == lines;
                              }),
                 "each line has ends");
  PREAMAR_ASSERT(is_absent_or(spec.beyond,
                              [&](const GoalsBeyond& beyond) {
                                const auto lines = line_count(image.shape());
                                return spec.search == Search::exact && !results.carried &&
                                       beyond.before.size() == lines && beyond.behind.size() == lines &&
                                       lines == line_count(beyond.image);
                              }),
                 "a part of an image knows the goals on each of its lines");
  backend_for(on).distance_transform(on, spec, image, results);
}

}  // namespace preamar::primitives
