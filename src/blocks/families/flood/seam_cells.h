// The cells on both sides of a seam: two faces of the same shape.
#pragma once

#include "blocks/families/seam.h"
#include "core/box_border.h"

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace preamar::blocks {

class SeamCells {
 public:
  // Cells of `high` are numbered after all of `low`.
  SeamCells(const Seam& seam, const BoxBorder& low, const BoxBorder& high, int connectivity) {
    const int rank = seam.joined.rank();
    const int wide = seam.axis == rank - 1 ? rank - 2 : rank - 1;
    const int deep = seam.axis == 0 ? 1 : 0;  // the same axis in rank 2
    width_ = seam.joined.shape[wide];
    depth_ = rank == 3 ? seam.joined.shape[deep] : 1;
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t x = -1; x <= 1; ++x)
        if (std::abs(y) + std::abs(x) < connectivity) steps_.push_back({y, x});
    numbers_.reserve(static_cast<std::size_t>(2 * size()));
    Coordinates at = seam.low.origin;
    at[static_cast<std::size_t>(seam.axis)] = seam.low.end(seam.axis) - 1;
    number(low, 0, at, deep, wide);
    at[static_cast<std::size_t>(seam.axis)] = seam.high.begin(seam.axis);
    number(high, low.count(), at, deep, wide);
  }

  // Cells per side. A cell of the low side is identified by its position in the face, a cell of the high side by its
  // position + size().
  [[nodiscard]] std::int64_t size() const { return width_ * depth_; }
  [[nodiscard]] std::uint32_t number(std::int64_t cell) const { return numbers_[static_cast<std::size_t>(cell)]; }
  // Calls visit(neighbour) for each neighbour on the other side.
  template <class Visit>
  void for_each_neighbour(std::int64_t cell, const Visit& visit) const {
    const bool is_high = cell >= size();
    const std::int64_t at = is_high ? cell - size() : cell, other = is_high ? 0 : size();
    const std::int64_t x = at % width_, y = at / width_;
    for (const auto& [dy, dx] : steps_)
      if (y + dy >= 0 && y + dy < depth_ && x + dx >= 0 && x + dx < width_) visit(other + at + dy * width_ + dx);
  }

 private:
  struct Along {
    std::int64_t y, x;
  };

  void number(const BoxBorder& border, std::int64_t first, Coordinates at, int deep, int wide) {
    const Coordinates origin = at;
    for (std::int64_t y = 0; y < depth_; ++y)
      for (std::int64_t x = 0; x < width_; ++x) {
        if (depth_ > 1) at[static_cast<std::size_t>(deep)] = origin[static_cast<std::size_t>(deep)] + y;
        at[static_cast<std::size_t>(wide)] = origin[static_cast<std::size_t>(wide)] + x;
        numbers_.push_back(static_cast<std::uint32_t>(first + border.index(at)));
      }
  }

  std::int64_t width_ = 1, depth_ = 1;
  std::vector<Along> steps_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace preamar::blocks
