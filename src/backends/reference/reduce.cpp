#include "primitives/reduce.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace preamar::reference {
using namespace primitives;

namespace {

template <class T>
T pixel(ConstImageView image, std::int64_t r, std::int64_t x) {
  T value;
  std::memcpy(&value, row(image, r) + x * row_stride(image), sizeof value);
  return value;
}

}  // namespace

Reduced reduce(const Execution&, const ReduceSpec& spec, ConstImageView image) {
  return with_type(image.dtype(), [&]<class T>(std::type_identity<T>) -> Reduced {
    std::int64_t nans = 0, nonzero = 0, differing = 0;
    T least = std::numeric_limits<T>::max(), most = std::numeric_limits<T>::lowest();
    if (image.shape().count() > 0) least = most = pixel<T>(image, 0, 0);
    for (std::int64_t r = 0; r < row_count(image.shape()); ++r)
      for (std::int64_t x = 0; x < row_length(image.shape()); ++x) {
        const T value = pixel<T>(image, r, x);
        nans += value != value;
        nonzero += value != T{0};
        differing += value != pixel<T>(image, 0, 0);
        least = std::min(least, value);
        most = std::max(most, value);
      }
    switch (spec.summary) {
      case Summary::nan_count:
        return {.count = nans};
      case Summary::nonzero_count:
        return {.count = nonzero};
      case Summary::is_constant:
        return {.count = differing == 0};
      case Summary::extent:
        break;
    }
    return {.count = nans > 0, .extent = {level_of(least), level_of(most)}};
  });
}

}  // namespace preamar::reference
