// Whether two views share memory.
#pragma once

#include <preamar/image.h>

#include <cstdint>

namespace preamar {

// The bytes from the lowest to the highest pixel of a view; empty if it has no pixels.
struct ByteRange {
  std::uintptr_t begin, end;
};

[[nodiscard]] inline ByteRange byte_range(ConstImageView image) {
  auto low = reinterpret_cast<std::uintptr_t>(image.data());
  auto high = low + static_cast<std::uintptr_t>(size_of(image.dtype()));
  for (int axis = 0; axis < image.rank(); ++axis) {
    if (image.shape()[axis] == 0) return {low, low};
    const std::int64_t reach = (image.shape()[axis] - 1) * image.stride(axis);
    (reach < 0 ? low : high) += static_cast<std::uintptr_t>(reach);
  }
  return {low, high};
}

// Views that interleave without sharing a pixel count as overlapping.
[[nodiscard]] inline bool overlap(ConstImageView a, ConstImageView b) {
  const ByteRange x = byte_range(a), y = byte_range(b);
  if (x.begin == x.end || y.begin == y.end) return false;
  return x.begin < y.end && y.begin < x.end;
}

[[nodiscard]] inline bool are_same_pixels(ConstImageView a, ConstImageView b) {
  return a.data() == b.data() && a.strides() == b.strides();
}

[[nodiscard]] inline bool overlap_in_part(ConstImageView a, ConstImageView b) {
  return !are_same_pixels(a, b) && overlap(a, b);
}

}  // namespace preamar
