// The distance between neighbours along each axis, also in the whole units that `lines` takes.
#pragma once

#include "primitives/distance_transform.h"

#include <string_view>
#include <vector>

namespace preamar {

// One number for each axis, from one for all or one for each. Throws Error (call) for another count and for numbers
// that are not positive.
[[nodiscard]] std::vector<double> one_per_axis(std::string_view op, const std::vector<double>& spacing, int rank);

// Where all numbers are multiples of one length, that is the unit; else squares are rounded to those of a unit so small
// that the largest in the image takes about 62 bits. Throws Error (call) also for numbers so uneven that the smallest
// step would vanish.
[[nodiscard]] primitives::DistanceTransformSpec in_units(std::string_view op, const std::vector<double>& spacing,
                                                         const Shape& shape);

// The largest sum of squares that is possible in the image.
[[nodiscard]] std::uint64_t largest_sum(const primitives::DistanceTransformSpec& spec, const Shape& shape);

// The largest sum whose root is a length of no more than `distance`, which is not negative; a root that misses it by no
// more than the rounding of a few operations counts as equal.
[[nodiscard]] std::uint64_t largest_sum_within(const primitives::DistanceTransformSpec& spec, double distance);

}  // namespace preamar
