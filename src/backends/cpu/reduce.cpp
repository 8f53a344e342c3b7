#include "skeletons/reduce.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/workers.h"
#include "core/rows.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace preamar::cpu {
namespace {

template <class T>
std::int64_t nan_count(const std::byte* at, std::int64_t stride, std::int64_t length) {
  std::int64_t count = 0;
  if (stride == sizeof(T)) {
    const T* const values = reinterpret_cast<const T*>(at);
    for (std::int64_t x = 0; x < length; ++x) count += values[x] != values[x];
    return count;
  }
  for (std::int64_t x = 0; x < length; ++x) {
    T value;
    std::memcpy(&value, at + x * stride, sizeof value);
    count += value != value;
  }
  return count;
}

template <class T>
std::int64_t nan_count(const Execution& on, const ConstImage& image) {
  const std::int64_t rows = row_count(image.shape()), length = row_length(image.shape());
  if (length == 0) return 0;
  std::atomic<std::int64_t> total{0};
  for_ranges(on, rows, std::max<std::int64_t>(1, (1 << 16) / length), [&](std::int64_t begin, std::int64_t end) {
    std::int64_t count = 0;
    for (std::int64_t r = begin; r < end; ++r) count += nan_count<T>(row(image, r), row_stride(image), length);
    total += count;
  });
  return total;
}

}  // namespace

std::int64_t reduce(const Execution& on, const ReduceSpec&, const ConstImage& image) {
  if (image.dtype() == DType::float32) return nan_count<float>(on, image);
  if (image.dtype() == DType::float64) return nan_count<double>(on, image);
  return 0;
}

}  // namespace preamar::cpu
