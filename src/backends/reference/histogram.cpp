#include "primitives/histogram.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <algorithm>

namespace preamar::reference {
using namespace primitives;

void histogram(const Execution&, const HistogramSpec& spec, ConstImageView image, std::span<std::int64_t> counts) {
  std::ranges::fill(counts, 0);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t r = 0; r < row_count(image.shape()); ++r)
      for (std::int64_t x = 0; x < row_length(image.shape()); ++x) {
        const auto level = static_cast<double>(reinterpret_cast<const T*>(row(image, r))[x]);
        if (!(level >= spec.edges.front() && level <= spec.edges.back())) continue;
        const auto above = std::ranges::upper_bound(spec.edges, level) - spec.edges.begin();
        ++counts[std::min(static_cast<std::size_t>(above), counts.size()) - 1];
      }
  });
}

}  // namespace preamar::reference
