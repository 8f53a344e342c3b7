#include "operators/spacing.h"

#include "core/error_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace preamar {
using namespace primitives;
namespace {

using Lengths = std::array<double, max_rank>;  // of a step along each axis

constexpr double whole_within = 0x1p-40;  // tolerance: a quotient of two decimal numbers this near to an integer is one
constexpr int most_parts = 4096;
constexpr double most_sum = 0x1p62;
constexpr std::int64_t most_cells = std::int64_t{1} << 31;  // along an axis

bool fit(const Lengths& lengths, const Shape& shape, double parts) {
  double sum = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const double step = lengths[static_cast<std::size_t>(axis)] * parts;
    const auto steps = static_cast<double>(std::max<std::int64_t>(1, shape[axis] - 1));
    sum += (step * step + 1) * steps * steps;
  }
  return sum < most_sum;
}

bool all_whole(const Lengths& lengths, int rank, double parts) {
  return std::all_of(lengths.begin(), lengths.begin() + rank, [&](double length) {
    return std::abs(length * parts - std::round(length * parts)) <= whole_within * length * parts;
  });
}

// The number of units in the shortest step, of length 1, so that all steps are integers; else the largest that fits.
double parts_for(const Lengths& lengths, const Shape& shape) {
  for (double parts = 1; parts <= most_parts && fit(lengths, shape, parts); ++parts)
    if (all_whole(lengths, shape.rank(), parts)) return parts;
  double parts = 1;
  while (fit(lengths, shape, 2 * parts)) parts *= 2;
  return parts;
}

}  // namespace

std::vector<double> one_per_axis(std::string_view op, const std::vector<double>& spacing, int rank) {
  if (spacing.size() != 1 && spacing.size() != static_cast<std::size_t>(rank))
    throw Error(ErrorKind::call, text(op, ": spacing has ", spacing.size(), " numbers; give 1, or ", rank,
                                      ", one for each axis of the image"));
  for (const double number : spacing)
    if (!(number > 0) || !std::isfinite(number))
      throw Error(ErrorKind::call, text(op, ": spacing holds ", number, "; each number must be positive and finite"));
  return spacing.size() == 1 ? std::vector<double>(static_cast<std::size_t>(rank), spacing[0]) : spacing;
}

DistanceTransformSpec in_units(std::string_view op, const std::vector<double>& spacing, const Shape& shape) {
  const std::vector<double> numbers = one_per_axis(op, spacing, shape.rank());
  for (int axis = 0; axis < shape.rank(); ++axis)
    if (shape[axis] >= most_cells)
      throw Error(ErrorKind::resource, text(op, ": the image has ", shape[axis], " cells along an axis; fewer than ",
                                            most_cells, " are taken"));
  const double least = *std::min_element(numbers.begin(), numbers.end());
  Lengths lengths{};
  for (std::size_t axis = 0; axis < numbers.size(); ++axis) lengths[axis] = numbers[axis] / least;
  if (!fit(lengths, shape, 1))
    throw Error(ErrorKind::call, text(op, ": the numbers of spacing are too uneven for an image of ", shape.text(),
                                      "; distances would not fit 62 bits"));
  const double parts = parts_for(lengths, shape);
  DistanceTransformSpec spec;
  for (std::size_t axis = 0; axis < numbers.size(); ++axis)
    spec.step_squared[axis] = std::llround(lengths[axis] * parts * (lengths[axis] * parts));
  spec.unit = least / parts;
  return spec;
}

std::uint64_t largest_sum(const DistanceTransformSpec& spec, const Shape& shape) {
  std::uint64_t sum = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto steps = static_cast<std::uint64_t>(std::max<std::int64_t>(1, shape[axis]) - 1);
    sum += static_cast<std::uint64_t>(spec.step_squared[static_cast<std::size_t>(axis)]) * steps * steps;
  }
  return sum;
}

std::uint64_t largest_sum_within(const DistanceTransformSpec& spec, double distance) {
  const double most_length = distance * (1 + 0x1p-50), square = std::pow(distance / spec.unit, 2);
  if (!(square < most_sum)) return std::numeric_limits<std::uint64_t>::max();
  const auto within = [&](std::uint64_t sum) { return std::sqrt(static_cast<double>(sum)) * spec.unit <= most_length; };
  auto sum = static_cast<std::uint64_t>(square);
  while (sum > 0 && !within(sum)) --sum;
  if (within(sum + 1)) ++sum;
  return sum;
}

}  // namespace preamar
