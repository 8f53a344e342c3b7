#include "skeletons/map.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/workers.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <algorithm>
#include <cstring>

namespace preamar::cpu {
namespace {

template <class T>
void copy_row(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
              std::int64_t length) {
  constexpr std::int64_t size = sizeof(T);
  if (from_stride == size && to_stride == size) {
    std::memcpy(to, from, static_cast<std::size_t>(length * size));
    return;
  }
  for (std::int64_t x = 0; x < length; ++x) std::memcpy(to + x * to_stride, from + x * from_stride, sizeof(T));
}

}  // namespace

void map(const Execution& on, const MapSpec&, const ConstImage& image, const Image& out) {
  const std::int64_t rows = row_count(image.shape()), length = row_length(image.shape());
  if (length == 0) return;
  const std::int64_t grain = std::max<std::int64_t>(1, (1 << 16) / length);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for_ranges(on, rows, grain, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t r = begin; r < end; ++r)
        copy_row<T>(row(image, r), row_stride(image), row(out, r), row_stride(out), length);
    });
  });
}

}  // namespace preamar::cpu
