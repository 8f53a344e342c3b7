#include "blocks/program/tree.h"

#include "core/assert.h"
#include "core/error_text.h"

#include <algorithm>
#include <set>

namespace preamar::blocks {
namespace {

Shape blocks_along(const Shape& image, const Shape& block) {
  Coordinates counts{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    PREAMAR_ASSERT(block[axis] >= 1, "a block has at least one cell along each axis");
    counts[static_cast<std::size_t>(axis)] = image[axis] / block[axis] + (image[axis] % block[axis] != 0);
  }
  return {counts.data(), image.rank()};
}

// The cells of a part of the grid.
Box cells_of(const Box& grid, const Shape& block, const Shape& image) {
  Coordinates origin{}, extent{};
  for (int axis = 0; axis < grid.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    origin[i] = grid.begin(axis) * block[axis];
    extent[i] = std::min(grid.end(axis) * block[axis], image[axis]) - origin[i];
  }
  return {origin, Shape(extent.data(), grid.rank())};
}

Box slab(const Box& grid, int axis, std::int64_t begin, std::int64_t end) {
  Coordinates origin = grid.origin, extent{};
  for (int i = 0; i < grid.rank(); ++i) extent[static_cast<std::size_t>(i)] = grid.shape[i];
  origin[static_cast<std::size_t>(axis)] += begin;
  extent[static_cast<std::size_t>(axis)] = end - begin;
  return {origin, Shape(extent.data(), grid.rank())};
}

}  // namespace

Shape clamped_block(const Shape& block, const Shape& image) {
  Coordinates extent{};
  for (int axis = 0; axis < image.rank(); ++axis)
    extent[static_cast<std::size_t>(axis)] = std::min(block[axis], image[axis]);
  return {extent.data(), image.rank()};
}

Cut halves(const Shape& grid, const Shape& cells) {
  int longest = -1;
  for (int axis = 0; axis < grid.rank(); ++axis)
    if (grid[axis] > 1 && (longest < 0 || cells[axis] > cells[longest])) longest = axis;
  PREAMAR_ASSERT(longest >= 0, "a part that is cut has more than one block");
  return {longest, grid[longest] / 2};
}

Tree::Tree(const Shape& image, const Shape& block, const Cutter& cutter)
    : image_(image), block_(clamped_block(block, image)), grid_(blocks_along(image, block_)), cutter_(cutter) {
  if (grid_.count() > INT64_MAX / 2)
    throw Error(ErrorKind::resource, text("an image of ", image.text(), " has too many blocks of ", block_.text()));
}

Node Tree::node_of(const Part& part) const {
  Node node{.box = cells_of(part.grid, block_, image_), .blocks = part.grid.shape.count()};
  if (node.blocks == 1) return node;
  const auto [axis, before] = cutter_(part.grid.shape, node.box.shape);
  PREAMAR_ASSERT(before > 0 && before < part.grid.shape[axis], "a cut leaves blocks on both sides");
  node.axis = axis;
  node.cut = (part.grid.begin(axis) + before) * block_[axis];
  node.low = part.index + 1;
  node.high = part.index + 2 * (node.blocks / part.grid.shape[axis] * before);
  return node;
}

std::pair<Tree::Part, Tree::Part> Tree::halves_of(const Part& part, const Node& node) const {
  const std::int64_t before = node.cut / block_[node.axis] - part.grid.begin(node.axis);
  return {{slab(part.grid, node.axis, 0, before), node.low},
          {slab(part.grid, node.axis, before, part.grid.shape[node.axis]), node.high}};
}

Node Tree::node(std::int64_t index) const {
  Part part{whole(grid_), root()};
  for (;;) {
    const Node node = node_of(part);
    if (part.index == index) return node;
    const auto [low, high] = halves_of(part, node);
    part = index < high.index ? low : high;
  }
}

std::int64_t Tree::block_at(const Coordinates& cell) const {
  Part part{whole(grid_), root()};
  for (;;) {
    const Node node = node_of(part);
    if (node.is_block()) return part.index;
    const auto [low, high] = halves_of(part, node);
    part = cell[static_cast<std::size_t>(node.axis)] < node.cut ? low : high;
  }
}

Seam Tree::seam(const Node& node) {
  const std::int64_t begin = node.box.begin(node.axis), end = node.box.end(node.axis);
  return {slab(node.box, node.axis, 0, node.cut - begin), slab(node.box, node.axis, node.cut - begin, end - begin),
          node.box, node.axis};
}

void Tree::for_each_large_merge(const std::function<void(const Seam&)>& visit) const {
  std::set<std::pair<Coordinates, int>> known;  // extents, and the edges they touch as bits
  const auto descend = [&](const auto& self, const Part& part) -> void {
    const Node node = node_of(part);
    if (node.is_block()) return;
    const Faces edges = edges_of(node.box, image_);
    Coordinates extents{};
    int touched = 0;
    for (int axis = 0; axis < image_.rank(); ++axis) {
      extents[static_cast<std::size_t>(axis)] = part.grid.shape[axis];
      touched |= (edges.low(axis) ? 1 : 0) << 2 * axis | (edges.high(axis) ? 2 : 0) << 2 * axis;
    }
    if (!known.emplace(extents, touched).second) return;
    visit(seam(node));
    if (touched == 0) return;
    const auto [low, high] = halves_of(part, node);
    self(self, low);
    self(self, high);
  };
  descend(descend, {whole(grid_), root()});
}

}  // namespace preamar::blocks
