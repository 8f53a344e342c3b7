#include "skeletons/map.h"

#include "backends/reference/backend.h"
#include "core/rows.h"

#include <cstring>

namespace preamar::reference {

void map(const Execution&, const MapSpec&, const ConstImage& image, const Image& out) {
  const auto size = static_cast<std::size_t>(size_of(image.dtype()));
  for (std::int64_t r = 0; r < row_count(image.shape()); ++r)
    for (std::int64_t x = 0; x < row_length(image.shape()); ++x)
      std::memcpy(row(out, r) + x * row_stride(out), row(image, r) + x * row_stride(image), size);
}

}  // namespace preamar::reference
