// The border of a box: its cells with neighbours outside the box but inside the image, in raster order. So the border
// consists of all faces that are not `edges` of the image, for any connectivity.
#pragma once

#include "core/box.h"

namespace preamar {

class BoxBorder {
 public:
  BoxBorder(const Box& box, const Shape& image) : BoxBorder(box, edges_of(box, image)) {}
  BoxBorder(const Box& box, Faces edges) : box_(box) {
    // Rank 2 is one plane; its faces are not a border.
    const int first = max_rank - box.rank();
    for (int axis = first; axis < max_rank; ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      extent_[i] = box.shape[axis - first];
      low_[i] = !edges.low(axis - first);
      high_[i] = !edges.high(axis - first);
    }
    plane_ = full_rows(extent_[1]) * extent_[2] + (extent_[1] - full_rows(extent_[1])) * side_cells();
    count_ = planes_before(extent_[0]);
  }

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] const Box& box() const { return box_; }

  // Whether a cell of the box, given by its position in the image, is on the border.
  [[nodiscard]] bool holds(const Coordinates& cell) const {
    const Coordinates at = local(cell);
    return is_end(0, at[0]) || is_end(1, at[1]) || is_end(2, at[2]);
  }
  // The index of a border cell in the list.
  [[nodiscard]] std::int64_t index(const Coordinates& cell) const {
    const Coordinates at = local(cell);
    if (is_end(0, at[0])) return planes_before(at[0]) + at[1] * extent_[2] + at[2];
    const std::int64_t full = full_rows(at[1]);
    const std::int64_t before = planes_before(at[0]) + full * extent_[2] + (at[1] - full) * side_cells();
    if (is_end(1, at[1])) return before + at[2];
    return before + (at[2] > 0 && low_[2] ? 1 : 0);
  }
  // Calls visit(cell) for each border cell in the order of the list; `cell` is a position in the image.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::int64_t z = 0; z < extent_[0]; ++z)
      for (std::int64_t y = 0; y < extent_[1]; ++y) {
        const bool full = is_end(0, z) || is_end(1, y);
        for (std::int64_t x = 0; x < extent_[2]; x = full || x == extent_[2] - 1 ? x + 1 : extent_[2] - 1)
          if (full || is_end(2, x)) visit(place({z, y, x}));
      }
  }

 private:
  [[nodiscard]] bool is_end(std::size_t axis, std::int64_t at) const {
    return (low_[axis] && at == 0) || (high_[axis] && at == extent_[axis] - 1);
  }
  // The number of border ends of an axis before `at`; an axis of one cell has one end.
  [[nodiscard]] std::int64_t ends_before(std::size_t axis, std::int64_t at) const {
    return (at > 0 && is_end(axis, 0)) + (at == extent_[axis] && extent_[axis] > 1 && is_end(axis, extent_[axis] - 1));
  }
  [[nodiscard]] std::int64_t full_rows(std::int64_t y) const { return ends_before(1, y); }
  [[nodiscard]] std::int64_t side_cells() const { return ends_before(2, extent_[2]); }
  [[nodiscard]] std::int64_t planes_before(std::int64_t z) const {
    const std::int64_t full = ends_before(0, z);
    return full * extent_[1] * extent_[2] + (z - full) * plane_;
  }
  [[nodiscard]] Coordinates local(const Coordinates& cell) const {
    Coordinates at{};
    const std::size_t first = static_cast<std::size_t>(max_rank - box_.rank());
    for (std::size_t i = first; i < max_rank; ++i) at[i] = cell[i - first] - box_.origin[i - first];
    return at;
  }
  [[nodiscard]] Coordinates place(const Coordinates& at) const {
    Coordinates cell{};
    const std::size_t first = static_cast<std::size_t>(max_rank - box_.rank());
    for (std::size_t i = first; i < max_rank; ++i) cell[i - first] = at[i] + box_.origin[i - first];
    return cell;
  }

  Box box_;
  Coordinates extent_{1, 1, 1};
  std::array<bool, max_rank> low_{}, high_{};
  std::int64_t plane_ = 0, count_ = 0;
};

}  // namespace preamar
