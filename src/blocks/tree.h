// The order in which blocks are joined: a binary tree of boxes over the grid of blocks.
#pragma once

#include "blocks/family.h"

#include <functional>
#include <utility>

namespace preamar::blocks {

struct Node {
  Box box;
  std::int64_t blocks = 1;           // that make it up
  std::int64_t low = -1, high = -1;  // the two halves, by their numbers; -1 in a block
  int axis = 0;                      // along which they touch
  std::int64_t cut = 0;              // the first cell of the high half along it
  [[nodiscard]] bool is_block() const { return low < 0; }
};

// How a part of the grid, so many blocks and so many cells along each axis, is cut in two: the axis, and how many
// blocks come before the cut. At least one axis has more than one block.
struct Cut {
  int axis;
  std::int64_t before;
};
// The same for the same part each time: nodes are computed when they are asked for.
using Cutter = std::function<Cut(const Shape& grid, const Shape& cells)>;

// Halves along the axis that has the most cells, the slowest of those that are equal, so that borders stay small.
[[nodiscard]] Cut halves(const Shape& grid, const Shape& cells);

// Nodes are numbered from the root, 0, each before its low half and that before its high half. None is stored: a node
// costs as many steps as it lies below the root.
class Tree {
 public:
  // `block` is the shape of each block but those that the far edges cut; its extents are at least 1. Throws Error
  // (resource) where 62 bits do not count the blocks.
  Tree(const Shape& image, const Shape& block, const Cutter& cutter = halves);

  [[nodiscard]] Node node(std::int64_t index) const;
  [[nodiscard]] static std::int64_t root() { return 0; }
  [[nodiscard]] std::int64_t size() const { return 2 * block_count() - 1; }
  [[nodiscard]] std::int64_t block_count() const { return grid_.count(); }
  [[nodiscard]] static Seam seam(const Node& node);

  // Calls visit(seam) for merges among which there is each that could be the largest. Regions of one shape that touch
  // the same edges of the image are alike, and one that touches none is larger than all below it: so the number of
  // calls grows by the logarithm of the number of blocks.
  void for_each_large_merge(const std::function<void(const Seam&)>& visit) const;

 private:
  // A part of the grid and the number of its node.
  struct Part {
    Box grid;
    std::int64_t index;
  };
  [[nodiscard]] Node node_of(const Part& part) const;
  [[nodiscard]] std::pair<Part, Part> halves_of(const Part& part, const Node& node) const;

  Shape image_, block_, grid_;
  Cutter cutter_;
};

}  // namespace preamar::blocks
