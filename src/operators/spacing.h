// The pixel spacing along each axis, also in the integer units of the distance transform.
#pragma once

#include "primitives/distance_transform.h"

#include <string_view>
#include <vector>

namespace preamar {

// One number per axis, from one number for all axes or one per axis. Throws Error (call) for another count and for
// numbers that are not positive.
[[nodiscard]] std::vector<double> one_per_axis(std::string_view op, const std::vector<double>& spacing, int rank);

// If all numbers are multiples of one length, that length is the unit. Otherwise squares are rounded to multiples of a
// unit so small that the largest square in the image takes about 62 bits. Throws Error (call) also for numbers so
// uneven that the smallest step would be rounded to 0.
[[nodiscard]] primitives::DistanceTransformSpec in_units(std::string_view op, const std::vector<double>& spacing,
                                                         const Shape& shape);

// The largest possible sum of squares in the image.
[[nodiscard]] std::uint64_t largest_sum(const primitives::DistanceTransformSpec& spec, const Shape& shape);

// The largest sum of squares whose root is at most `distance`; distance >= 0. A root that exceeds it by no more than
// the rounding error of a few operations counts as equal.
[[nodiscard]] std::uint64_t largest_sum_within(const primitives::DistanceTransformSpec& spec, double distance);

}  // namespace preamar
