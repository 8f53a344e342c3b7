// The order in which blocks are joined: a binary tree of boxes over the grid of blocks.
#pragma once

#include "blocks/family.h"

#include <functional>
#include <vector>

namespace preamar::blocks {

struct Node {
  Box box;
  std::int64_t low = -1, high = -1;  // the two halves, by their places in the tree; -1 in a block
  int axis = 0;                      // along which they touch
  [[nodiscard]] bool is_block() const { return low < 0; }
};

// How a part of the grid, so many blocks and so many cells along each axis, is cut in two: the axis, and how many
// blocks come before the cut. At least one axis has more than one block.
struct Cut {
  int axis;
  std::int64_t before;
};
using Cutter = std::function<Cut(const Shape& grid, const Shape& cells)>;

// Halves along the axis that has the most cells, the slowest of those that are equal, so that borders stay small.
[[nodiscard]] Cut halves(const Shape& grid, const Shape& cells);

class Tree {
 public:
  // `block` is the shape of each block but those that the far edges cut; its extents are at least 1.
  Tree(const Shape& image, const Shape& block, const Cutter& cutter = halves);

  [[nodiscard]] const Node& node(std::int64_t index) const { return nodes_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] static std::int64_t root() { return 0; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(nodes_.size()); }
  [[nodiscard]] std::int64_t block_count() const { return (size() + 1) / 2; }
  [[nodiscard]] Seam seam(const Node& node) const {
    return {this->node(node.low).box, this->node(node.high).box, node.box, node.axis};
  }

 private:
  std::int64_t add(const Shape& image, const Shape& block, const Cutter& cutter, const Box& grid);

  std::vector<Node> nodes_;
};

}  // namespace preamar::blocks
