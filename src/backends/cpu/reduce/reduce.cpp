#include "primitives/reduce.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/pixel_rows.h"
#include "backends/cpu/strips.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

namespace preamar::cpu {
using namespace primitives;
namespace {

// The number of pixels of a row for which `is` holds.
template <class T, class Is>
std::int64_t count_row(const std::byte* at, std::int64_t stride, std::int64_t length, const Is& is) {
  std::int64_t count = 0;
  if (stride == sizeof(T)) {
    const T* const values = reinterpret_cast<const T*>(at);
    for (std::int64_t x = 0; x < length; ++x) count += is(values[x]);
    return count;
  }
  for (std::int64_t x = 0; x < length; ++x) {
    T value;
    std::memcpy(&value, at + x * stride, sizeof value);
    count += is(value);
  }
  return count;
}

template <class T, class Is>
std::int64_t count(const Execution& on, ConstImageView image, const Is& is) {
  const std::int64_t rows = row_count(image.shape()), length = row_length(image.shape());
  if (length == 0) return 0;
  std::atomic<std::int64_t> total{0};
  for_ranges(on, rows, std::max<std::int64_t>(1, (1 << 16) / length), [&](std::int64_t begin, std::int64_t end) {
    std::int64_t found = 0;
    for (std::int64_t r = begin; r < end; ++r) found += count_row<T>(row(image, r), row_stride(image), length, is);
    total += found;
  });
  return total;
}

template <class T>
bool row_is(const std::byte* at, std::int64_t stride, std::int64_t length, T value) {
  std::int64_t differing = 0;
  for (std::int64_t x = 0; x < length; ++x) {
    T here;
    std::memcpy(&here, at + x * stride, sizeof here);
    differing += here != value;
  }
  return differing == 0;
}

// Few images are constant, and most others differ within their first rows.
template <class T>
bool is_constant(const Execution& on, ConstImageView image) {
  const std::int64_t rows = row_count(image.shape()), length = row_length(image.shape());
  if (rows == 0 || length == 0) return true;
  T first;
  std::memcpy(&first, row(image, 0), sizeof first);
  std::atomic<bool> constant{true};
  for_ranges(on, rows, std::max<std::int64_t>(1, (1 << 16) / length), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end && constant.load(std::memory_order_relaxed); ++r)
      if (!row_is<T>(row(image, r), row_stride(image), length, first)) constant = false;
  });
  return constant;
}

// Minimum and maximum do not depend on the order of pixels.
template <class T>
Reduced extent(const Execution& on, ConstImageView image) {
  T first;
  std::memcpy(&first, image.data(), sizeof first);
  std::array<T, 2> ends{first, first};
  bool has_nan = false;
  std::mutex mutex;
  ExtentRow* const fold = extent_row(image.dtype());
  for_strips(on, image.shape(), image.is_dense(), sizeof(T), [&](std::int64_t r, std::int64_t x, std::int64_t length) {
    std::array<T, 2> here{first, first};
    const bool nan = fold(row(image, r) + x * static_cast<std::int64_t>(sizeof(T)), length, here.data());
    const std::lock_guard lock(mutex);
    ends = {std::min(ends[0], here[0]), std::max(ends[1], here[1])};
    has_nan |= nan;
  });
  return {.count = has_nan, .extent = {level_of(ends[0]), level_of(ends[1])}};
}

template <class T>
std::int64_t nan_count(const Execution& on, ConstImageView image) {
  if constexpr (std::is_floating_point_v<T>) return count<T>(on, image, [](T value) { return value != value; });
  return 0;
}

}  // namespace

Reduced reduce(const Execution& on, const ReduceSpec& spec, ConstImageView image) {
  return with_type(image.dtype(), [&]<class T>(std::type_identity<T>) -> Reduced {
    switch (spec.summary) {
      case Summary::nan_count:
        return {.count = nan_count<T>(on, image)};
      case Summary::nonzero_count:
        return {.count = count<T>(on, image, [](T value) { return value != T{0}; })};
      case Summary::is_constant:
        return {.count = is_constant<T>(on, image)};
      case Summary::extent:
        break;
    }
    return extent<T>(on, image);
  });
}

}  // namespace preamar::cpu
