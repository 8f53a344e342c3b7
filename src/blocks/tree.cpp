#include "blocks/tree.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

// No larger than the image, so that products of it stay below the image's size.
Shape clamped(const Shape& block, const Shape& image) {
  Place extent{};
  for (int axis = 0; axis < image.rank(); ++axis)
    extent[static_cast<std::size_t>(axis)] = std::min(block[axis], image[axis]);
  return {extent.data(), image.rank()};
}

Shape blocks_along(const Shape& image, const Shape& block) {
  Place counts{};
  for (int axis = 0; axis < image.rank(); ++axis)
    counts[static_cast<std::size_t>(axis)] = image[axis] / block[axis] + (image[axis] % block[axis] != 0);
  return {counts.data(), image.rank()};
}

// The cells of a part of the grid.
Box cells_of(const Box& grid, const Shape& block, const Shape& image) {
  Place origin{}, extent{};
  for (int axis = 0; axis < grid.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    origin[i] = grid.begin(axis) * block[axis];
    extent[i] = std::min(grid.end(axis) * block[axis], image[axis]) - origin[i];
  }
  return {origin, Shape(extent.data(), grid.rank())};
}

Box part(const Box& grid, int axis, std::int64_t begin, std::int64_t end) {
  Place origin = grid.origin, extent{};
  for (int i = 0; i < grid.rank(); ++i) extent[static_cast<std::size_t>(i)] = grid.shape[i];
  origin[static_cast<std::size_t>(axis)] += begin;
  extent[static_cast<std::size_t>(axis)] = end - begin;
  return {origin, Shape(extent.data(), grid.rank())};
}

}  // namespace

Cut halves(const Shape& grid, const Shape& cells) {
  int longest = -1;
  for (int axis = 0; axis < grid.rank(); ++axis)
    if (grid[axis] > 1 && (longest < 0 || cells[axis] > cells[longest])) longest = axis;
  return {longest, grid[longest] / 2};
}

Tree::Tree(const Shape& image, const Shape& block, const Cutter& cutter) {
  const Shape cells = clamped(block, image);
  add(image, cells, cutter, whole(blocks_along(image, cells)));
}

std::int64_t Tree::add(const Shape& image, const Shape& block, const Cutter& cutter, const Box& grid) {
  const std::int64_t index = size();
  nodes_.push_back({.box = cells_of(grid, block, image)});
  if (grid.shape.count() > 1) {
    const Cut cut = cutter(grid.shape, cells_of(grid, block, image).shape);
    const std::int64_t low = add(image, block, cutter, part(grid, cut.axis, 0, cut.before));
    const std::int64_t high = add(image, block, cutter, part(grid, cut.axis, cut.before, grid.shape[cut.axis]));
    Node& node = nodes_[static_cast<std::size_t>(index)];
    node.low = low;
    node.high = high;
    node.axis = cut.axis;
  }
  return index;
}

}  // namespace preamar::blocks
