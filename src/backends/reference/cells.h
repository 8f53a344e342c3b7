// An image as cells at (plane, row, column); rank 2 is one plane.
#pragma once

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>

namespace preamar::reference {

template <class T>
bool is_nan(T value) {
  return value != value;
}

template <class T>
T without_negative_zero(T value) {
  return value == T{0} ? T{0} : value;
}

template <class T>
struct Cells {
  explicit Cells(ConstImageView image)
      : data(static_cast<const std::byte*>(image.data())),
        rank(image.rank()),
        strides(image.strides()),
        planes(rank == 3 ? image.shape()[0] : 1),
        rows(image.shape()[rank - 2]),
        columns(image.shape()[rank - 1]) {}

  T& at(std::int64_t z, std::int64_t y, std::int64_t x) const {
    const std::byte* cell =
        rank == 3 ? data + z * strides[0] + y * strides[1] + x * strides[2] : data + y * strides[0] + x * strides[1];
    return *reinterpret_cast<T*>(const_cast<std::byte*>(cell));
  }
  [[nodiscard]] bool inside(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return z >= 0 && y >= 0 && x >= 0 && z < planes && y < rows && x < columns;
  }
  // Calls each(z, y, x) in raster order.
  template <class Each>
  void for_each(const Each& each) const {
    for (std::int64_t z = 0; z < planes; ++z)
      for (std::int64_t y = 0; y < rows; ++y)
        for (std::int64_t x = 0; x < columns; ++x) each(z, y, x);
  }

  const std::byte* data;
  int rank;
  Strides strides;
  std::int64_t planes, rows, columns;
};

}  // namespace preamar::reference
