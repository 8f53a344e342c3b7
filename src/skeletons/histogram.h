// histogram: how many pixels lie in each of many bins.
#pragma once

#include "skeletons/backend.h"

namespace preamar {

// Bin i holds what lies from edge i on and below edge i + 1; the last bin holds its upper edge too. What lies outside
// all bins is not counted. Integers are compared as doubles.
struct HistogramSpec {
  std::span<const double> edges;  // one more than bins, at least two; ascending, and nearly equally spaced
};

// `counts` has one element a bin. Dense rows; NaN lies in no bin.
inline void histogram(const Execution& on, const HistogramSpec& spec, const ConstImage& image,
                      std::span<std::int64_t> counts) {
  backend_for(on).histogram(on, spec, image, counts);
}

}  // namespace preamar
