// The rows of a view of any rank and strides.
#pragma once

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>

namespace preamar {

// The number of rows: pixels divided by the length of the last axis.
inline std::int64_t row_count(const Shape& shape) {
  std::int64_t n = 1;
  for (int axis = 0; axis + 1 < shape.rank(); ++axis) n *= shape[axis];
  return n;
}

inline std::int64_t row_length(const Shape& shape) { return shape.rank() == 0 ? 1 : shape[shape.rank() - 1]; }

// The first byte of row `index`; rows are counted in C order.
inline const std::byte* row(ConstImageView image, std::int64_t index) {
  const auto* at = static_cast<const std::byte*>(image.data());
  for (int axis = image.rank() - 2; axis >= 0; --axis) {
    at += index % image.shape()[axis] * image.stride(axis);
    index /= image.shape()[axis];
  }
  return at;
}

inline std::byte* row(ImageView image, std::int64_t index) {
  return const_cast<std::byte*>(row(static_cast<const ConstImageView&>(image), index));
}

// Whether all of row `index` is on the edge of the image.
inline bool is_edge_row(const Shape& shape, std::int64_t index) {
  for (int axis = shape.rank() - 2; axis >= 0; --axis) {
    const std::int64_t at = index % shape[axis];
    if (at == 0 || at == shape[axis] - 1) return true;
    index /= shape[axis];
  }
  return false;
}

inline std::int64_t row_stride(ConstImageView image) {
  return image.rank() == 0 ? size_of(image.dtype()) : image.stride(image.rank() - 1);
}

}  // namespace preamar
