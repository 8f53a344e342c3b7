#include "skeletons/reduce.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <cstring>

namespace preamar::reference {

namespace {

template <class T>
T pixel(const ConstImage& image, std::int64_t r, std::int64_t x) {
  T value;
  std::memcpy(&value, row(image, r) + x * row_stride(image), sizeof value);
  return value;
}

}  // namespace

std::int64_t reduce(const Execution&, const ReduceSpec& spec, const ConstImage& image) {
  return with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    std::int64_t nans = 0, differing = 0;
    for (std::int64_t r = 0; r < row_count(image.shape()); ++r)
      for (std::int64_t x = 0; x < row_length(image.shape()); ++x) {
        const T value = pixel<T>(image, r, x);
        nans += value != value;
        differing += value != pixel<T>(image, 0, 0);
      }
    return spec.summary == Summary::nan_count ? nans : std::int64_t{differing == 0};
  });
}

}  // namespace preamar::reference
