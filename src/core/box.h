// Boxes of cells within an image, and their faces on the edge of the image.
#pragma once

#include <preamar/image.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace preamar {

using Coordinates = std::array<std::int64_t, max_rank>;

// A set of faces of a box: a low and a high one per axis.
class Faces {
 public:
  constexpr Faces() = default;
  [[nodiscard]] static constexpr Faces all() {
    Faces faces;
    faces.bits_ = 0x3F;
    return faces;
  }
  [[nodiscard]] constexpr bool low(int axis) const { return (bits_ >> (2 * axis)) & 1; }
  [[nodiscard]] constexpr bool high(int axis) const { return (bits_ >> (2 * axis + 1)) & 1; }
  // The complement of this set.
  [[nodiscard]] constexpr Faces others() const {
    Faces faces;
    faces.bits_ = bits_ ^ 0x3F;
    return faces;
  }
  constexpr void set_low(int axis) { bits_ |= 1 << (2 * axis); }
  constexpr void set_high(int axis) { bits_ |= 2 << (2 * axis); }
  friend constexpr bool operator==(const Faces&, const Faces&) = default;

 private:
  int bits_ = 0;
};

struct Box {
  Coordinates origin{};
  Shape shape;

  [[nodiscard]] int rank() const { return shape.rank(); }
  [[nodiscard]] std::int64_t begin(int axis) const { return origin[static_cast<std::size_t>(axis)]; }
  [[nodiscard]] std::int64_t end(int axis) const { return begin(axis) + shape[axis]; }
  friend bool operator==(const Box&, const Box&) = default;
};

[[nodiscard]] inline Box whole(const Shape& image) { return {{}, image}; }

// Which faces of `box` are on the edge of an image of this shape.
[[nodiscard]] inline Faces edges_of(const Box& box, const Shape& image) {
  Faces faces;
  for (int axis = 0; axis < box.rank(); ++axis) {
    if (box.begin(axis) == 0) faces.set_low(axis);
    if (box.end(axis) == image[axis]) faces.set_high(axis);
  }
  return faces;
}

// `box` extended by `margin` cells on every side, clipped to the image.
[[nodiscard]] inline Box widened(const Box& box, const Coordinates& margin, const Shape& image) {
  Coordinates origin{}, extent{};
  for (int axis = 0; axis < box.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    origin[i] = box.begin(axis) > margin[i] ? box.begin(axis) - margin[i] : 0;
    const std::int64_t room = image[axis] - box.end(axis);
    extent[i] = box.end(axis) + (room < margin[i] ? room : margin[i]) - origin[i];
  }
  return {origin, Shape(extent.data(), box.rank())};
}

// `inner` in coordinates relative to the first cell of `outer`, which contains it.
[[nodiscard]] inline Box within(const Box& inner, const Box& outer) {
  Box seen = inner;
  for (std::size_t i = 0; i < max_rank; ++i) seen.origin[i] -= outer.origin[i];
  return seen;
}

// Whether all of row `index` of a box is on one of these faces; rows are counted in C order.
[[nodiscard]] inline bool is_row_on(Faces faces, const Shape& shape, std::int64_t index) {
  for (int axis = shape.rank() - 2; axis >= 0; --axis) {
    const std::int64_t at = index % shape[axis];
    if ((at == 0 && faces.low(axis)) || (at == shape[axis] - 1 && faces.high(axis))) return true;
    index /= shape[axis];
  }
  return false;
}

// The part of an image inside a box.
template <class View>
[[nodiscard]] View part(const View& image, const Box& box) {
  const auto* first = static_cast<const std::byte*>(image.data());
  for (int axis = 0; axis < box.rank(); ++axis) first += box.begin(axis) * image.stride(axis);
  return View(const_cast<std::byte*>(first), image.dtype(), box.shape, image.strides());
}

}  // namespace preamar
