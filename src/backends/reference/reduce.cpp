#include "skeletons/reduce.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <cstring>

namespace preamar::reference {

std::int64_t reduce(const Execution&, const ReduceSpec&, const ConstImage& image) {
  return with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    std::int64_t count = 0;
    for (std::int64_t r = 0; r < row_count(image.shape()); ++r)
      for (std::int64_t x = 0; x < row_length(image.shape()); ++x) {
        T value;
        std::memcpy(&value, row(image, r) + x * row_stride(image), sizeof value);
        count += value != value;
      }
    return count;
  });
}

}  // namespace preamar::reference
