// Loops of map over the rows of images, and the operations on images of two dtypes.
#pragma once

#include "backends/cpu/strips.h"
#include "core/rows.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <algorithm>
#include <cstdint>

namespace preamar::cpu {

template <class Function>
void for_rows(const Execution& on, ImageView out, const Function& function) {
  const std::int64_t length = std::max<std::int64_t>(1, row_length(out.shape()));
  const std::int64_t grain = std::max<std::int64_t>(1, (1 << 16) / length);
  for_ranges(on, row_count(out.shape()), grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) function(r);
  });
}

template <class T>
const T* cells(ConstImageView image, std::int64_t r) {
  return reinterpret_cast<const T*>(row(image, r));
}

// Plain loops that the compiler vectorises. `to` may be an input of the same dtype.
template <class T, class Function>
void from_one(const Execution& on, ConstImageView image, ImageView out, const Function& function) {
  using Out = decltype(function(T{}));
  for_rows(on, out, [&](std::int64_t r) {
    const T* const from = cells<T>(image, r);
    Out* const to = reinterpret_cast<Out*>(row(out, r));
    const std::int64_t length = row_length(out.shape());
#pragma GCC ivdep
    for (std::int64_t x = 0; x < length; ++x) to[x] = function(from[x]);
  });
}

template <class T, class Other = T, class Function>
void from_two(const Execution& on, ConstImageView image, ConstImageView other, ImageView out,
              const Function& function) {
  using Out = decltype(function(T{}, Other{}));
  for_rows(on, out, [&](std::int64_t r) {
    const T* const from = cells<T>(image, r);
    const Other* const also = cells<Other>(other, r);
    Out* const to = reinterpret_cast<Out*>(row(out, r));
    const std::int64_t length = row_length(out.shape());
#pragma GCC ivdep
    for (std::int64_t x = 0; x < length; ++x) to[x] = function(from[x], also[x]);
  });
}

// Pixel::keep, with the bits of what stands elsewhere, and Pixel::convert.
void keep(const Execution& on, std::uint64_t elsewhere, ConstImageView image, ConstImageView other, ImageView out);
void convert(const Execution& on, ConstImageView image, ImageView out);

}  // namespace preamar::cpu
