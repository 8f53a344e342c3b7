// The ring of a box: the cells around it, at most one step away along each axis, inside the image, in raster order.
#pragma once

#include "core/box.h"

#include <algorithm>

namespace preamar {

class BoxRing {
 public:
  BoxRing(const Box& box, const Shape& image) : box_(box), wide_(widened(box, {1, 1, 1}, image)) {}

  [[nodiscard]] std::int64_t count() const { return wide_.shape.count() - box_.shape.count(); }
  [[nodiscard]] const Box& box() const { return box_; }
  // The box with its ring.
  [[nodiscard]] const Box& wide() const { return wide_; }

  // The index of a cell of the ring, given by its position in the image: cells of `wide` before it, without the box.
  [[nodiscard]] std::int64_t index(const Coordinates& cell) const {
    std::int64_t before = 0, inside = 0;
    bool is_within = true;  // the coordinates so far are those of a cell of the box
    for (int axis = 0; axis < box_.rank(); ++axis) {
      const std::int64_t at = cell[static_cast<std::size_t>(axis)], from_begin = at - box_.begin(axis);
      before = before * wide_.shape[axis] + at - wide_.begin(axis);
      inside = inside * box_.shape[axis] + (is_within ? std::clamp<std::int64_t>(from_begin, 0, box_.shape[axis]) : 0);
      is_within = is_within && from_begin >= 0 && from_begin < box_.shape[axis];
    }
    return before - inside;
  }

  // Calls visit(cell) for each cell of the ring in the order of the list; `cell` is a position in the image.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for_each_cell(wide_, [&](Coordinates& cell) {
      const int last = box_.rank() - 1;
      bool is_inside = true;
      for (int axis = 0; axis <= last; ++axis) {
        const std::int64_t at = cell[static_cast<std::size_t>(axis)];
        is_inside = is_inside && at >= box_.begin(axis) && at < box_.end(axis);
      }
      if (is_inside)
        cell[static_cast<std::size_t>(last)] = box_.end(last) - 1;
      else
        visit(static_cast<const Coordinates&>(cell));
    });
  }

  // Calls visit(cell) for each cell of the ring that lies in `other`, a box that does not overlap this one.
  template <class Visit>
  void for_each_in(const Box& other, const Visit& visit) const {
    Coordinates origin{}, extent{};
    for (int axis = 0; axis < box_.rank(); ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      origin[i] = std::max(wide_.begin(axis), other.begin(axis));
      extent[i] = std::max<std::int64_t>(0, std::min(wide_.end(axis), other.end(axis)) - origin[i]);
    }
    for_each_cell({origin, Shape(extent.data(), box_.rank())}, [&](const Coordinates& cell) { visit(cell); });
  }

 private:
  // In raster order; visit may move the cell forward in its row.
  template <class Visit>
  static void for_each_cell(const Box& box, const Visit& visit) {
    if (box.shape.count() == 0) return;
    const int last = box.rank() - 1;
    Coordinates cell = box.origin;
    for (int axis = last; axis >= 0;) {
      visit(cell);
      for (axis = last; axis >= 0; --axis) {
        const auto i = static_cast<std::size_t>(axis);
        if (++cell[i] < box.end(axis)) break;
        cell[i] = box.begin(axis);
      }
    }
  }

  Box box_, wide_;
};

}  // namespace preamar
