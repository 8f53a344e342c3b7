// histogram: the number of pixels in each bin.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <algorithm>
#include <iterator>

namespace preamar::primitives {

// Bin i holds values v with edges[i] <= v < edges[i + 1]; the last bin also holds its upper edge. Values outside all
// bins are not counted. Integers are compared as doubles.
struct HistogramSpec {
  std::span<const double> edges;  // number of bins + 1, at least two; ascending and nearly equally spaced
};

// `counts` has one element per bin. Dense rows; NaN is in no bin.
inline void histogram(const Execution& on, const HistogramSpec& spec, ConstImageView image,
                      std::span<std::int64_t> counts) {
  PREAMAR_ASSERT(image.has_dense_rows(), "rows are dense");
  PREAMAR_ASSERT(std::ssize(spec.edges) >= 2 && std::ssize(spec.edges) == std::ssize(counts) + 1,
                 "there is a count for each bin, and at least one bin");
  PREAMAR_ASSERT(std::ranges::is_sorted(spec.edges), "the edges of bins ascend");
  backend_for(on).histogram(on, spec, image, counts);
}

}  // namespace preamar::primitives
