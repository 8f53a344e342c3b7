// Moving pixels between views and the packed rows of files.
#pragma once

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>

namespace preamar::io {

// The part of `view` that begins at `origin` and has the shape `shape`.
template <class View>
[[nodiscard]] View crop(const View& view, const std::int64_t* origin, const Shape& shape) {
  std::int64_t offset = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) offset += origin[axis] * view.stride(axis);
  const auto* first = static_cast<const std::byte*>(view.data()) + offset;
  return View(const_cast<std::byte*>(first), view.dtype(), shape, view.strides());
}

// Plane `index` of a view of rank 3, or the view itself.
template <class View>
[[nodiscard]] View plane(const View& view, std::int64_t index) {
  if (view.rank() < 3) return view;
  const auto* first = static_cast<const std::byte*>(view.data()) + index * view.stride(0);
  return View(const_cast<std::byte*>(first), view.dtype(), Shape({view.shape()[1], view.shape()[2]}),
              {view.stride(1), view.stride(2)});
}

// The shape of a single row of such an image.
[[nodiscard]] Shape one_row(const Shape& shape);

// Copies pixels of `size` bytes that lie `from_step` and `to_step` bytes apart.
void copy_row(const void* from, std::int64_t from_step, void* to, std::int64_t to_step, std::int64_t count,
              std::int64_t size);
// Images of one shape and dtype.
void copy_image(ConstImageView from, ImageView to);

// Reverses the bytes of each of `count` values of `size` bytes.
void swap_bytes(void* data, std::int64_t count, std::int64_t size);

// Eight pixels a byte, the first in the highest bit, as TIFF and PNG have them.
[[nodiscard]] constexpr std::int64_t packed_bytes(std::int64_t pixels) { return pixels / 8 + (pixels % 8 != 0); }
// `count` bool pixels `step` bytes apart; the last byte is filled up with zeros.
void pack_bits(const void* from, std::int64_t step, std::int64_t count, std::uint8_t* to);
// Pixels `first` to `first + count` of a packed row, into bool pixels `step` bytes apart.
void unpack_bits(const std::uint8_t* from, std::int64_t first, std::int64_t count, void* to, std::int64_t step);

}  // namespace preamar::io
