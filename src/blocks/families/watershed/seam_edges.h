// The edges over a seam, between border cells of the two regions.
#pragma once

#include "blocks/families/seam.h"
#include "core/box_border.h"
#include "primitives/watershed_block.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace preamar::blocks {
using namespace primitives;

class SeamEdges {
 public:
  SeamEdges(const Seam& seam, const Shape& image, int connectivity) : axis_(seam.axis), connectivity_(connectivity) {
    const int rank = seam.joined.rank();
    std::array<int, 2> along{};  // the axes of the seam; in rank 2 the first is none
    for (int axis = 0, n = 3 - rank; axis < rank; ++axis)
      if (axis != seam.axis) along[static_cast<std::size_t>(n++)] = axis;
    lead_ = max_rank - rank;
    std::array<std::int64_t, max_rank> strides{};
    std::int64_t stride = 1;
    for (int axis = rank - 1; axis >= 0; --axis) {
      strides[static_cast<std::size_t>(axis)] = stride;
      stride *= image[axis];
    }
    wide_ = along[1];
    deep_ = rank == 3 ? along[0] : -1;
    width_ = seam.joined.shape[wide_];
    depth_ = deep_ < 0 ? 1 : seam.joined.shape[deep_];
    wide_stride_ = strides[static_cast<std::size_t>(wide_)];
    deep_stride_ = deep_ < 0 ? 0 : strides[static_cast<std::size_t>(deep_)];
    across_ = strides[static_cast<std::size_t>(axis_)];
    Coordinates at = seam.low.origin;
    at[static_cast<std::size_t>(axis_)] = seam.low.end(axis_) - 1;
    for (int axis = 0; axis < rank; ++axis)
      first_ += at[static_cast<std::size_t>(axis)] * strides[static_cast<std::size_t>(axis)];
    number(BoxBorder(seam.low, image), at, low_);
    ++at[static_cast<std::size_t>(axis_)];
    number(BoxBorder(seam.high, image), at, high_);
  }

  // Calls visit(low, high, place) for each edge: the positions of its cells in the borders, and as in ForestEdge.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        if (std::abs(dy) + std::abs(dx) >= connectivity_ || (deep_ < 0 && dy != 0)) continue;
        for_each_along(dy, dx, visit);
      }
  }

 private:
  void number(const BoxBorder& border, Coordinates at, std::vector<std::uint32_t>& numbers) const {
    const Coordinates origin = at;
    numbers.reserve(static_cast<std::size_t>(width_ * depth_));
    for (std::int64_t y = 0; y < depth_; ++y)
      for (std::int64_t x = 0; x < width_; ++x) {
        if (deep_ >= 0) at[static_cast<std::size_t>(deep_)] = origin[static_cast<std::size_t>(deep_)] + y;
        at[static_cast<std::size_t>(wide_)] = origin[static_cast<std::size_t>(wide_)] + x;
        numbers.push_back(static_cast<std::uint32_t>(border.index(at)));
      }
  }

  template <class Visit>
  void for_each_along(int dy, int dx, const Visit& visit) const {
    std::array<int, max_rank> step{};
    const auto at = [&](int axis) -> int& {
      return step[static_cast<std::size_t>(axis) + static_cast<std::size_t>(lead_)];
    };
    at(axis_) = 1;
    at(wide_) = dx;
    if (deep_ >= 0) at(deep_) = dy;
    const std::int64_t offset = across_ + dy * deep_stride_ + dx * wide_stride_;
    const bool is_forward = step > std::array<int, max_rank>{};  // in raster order
    const int sign = is_forward ? 1 : -1;
    const std::uint64_t number = step_number(sign * step[0], sign * step[1], sign * step[2]);
    for (std::int64_t y = 0; y < depth_; ++y)
      for (std::int64_t x = 0; x < width_; ++x) {
        if (y + dy < 0 || y + dy >= depth_ || x + dx < 0 || x + dx >= width_) continue;
        const std::int64_t cell = first_ + y * deep_stride_ + x * wide_stride_ + (is_forward ? 0 : offset);
        visit(low_[static_cast<std::size_t>(y * width_ + x)],
              high_[static_cast<std::size_t>((y + dy) * width_ + x + dx)],
              static_cast<std::uint64_t>(cell) * 16 + number);
      }
  }

  int axis_, connectivity_, lead_ = 0, wide_ = 0, deep_ = -1;
  std::int64_t width_ = 1, depth_ = 1, wide_stride_ = 0, deep_stride_ = 0, across_ = 0;
  std::int64_t first_ = 0;                 // the index in the image of the first cell of the low side
  std::vector<std::uint32_t> low_, high_;  // positions in the borders
};

}  // namespace preamar::blocks
