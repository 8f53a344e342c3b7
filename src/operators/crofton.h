// Perimeter and surface area by the formula of Crofton: from how often lines of a few directions enter an object.
#pragma once

#include "primitives/label_sums.h"

#include <array>

namespace preamar {

// Per step of earlier_steps, the length (rank 2) or area (rank 3) that each entry of a line along it adds: the share of
// its direction among all directions (the nearest ones to it), multiplied by the distance (area) between lines.
// `spacing` is that of planes, rows and columns; in rank 2 that of planes is not used.
[[nodiscard]] std::array<double, 13> crofton_weights(const std::array<double, 3>& spacing, int rank);

// Each run of an object along a line enters it once.
[[nodiscard]] inline double crofton_sum(const std::array<double, 13>& weights, std::int64_t size,
                                        const primitives::ContactSums& contacts) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * static_cast<double>(size - contacts.pairs[i]);
  return sum;
}

}  // namespace preamar
