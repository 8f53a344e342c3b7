// The order in which blocks are merged: a binary tree of boxes over the grid of blocks.
#pragma once

#include "blocks/families/seam.h"

#include <functional>
#include <utility>

namespace preamar::blocks {

struct Node {
  Box box;
  std::int64_t blocks = 1;           // blocks in this node
  std::int64_t low = -1, high = -1;  // numbers of the two children; -1 in a block
  int axis = 0;                      // the axis along which they touch
  std::int64_t cut = 0;              // the first cell of the high half along the axis
  [[nodiscard]] bool is_block() const { return low < 0; }
};

// No larger than the image, so that products of it stay below the image's size.
[[nodiscard]] Shape clamped_block(const Shape& block, const Shape& image);

// Where a part of the grid is split in two.
struct Cut {
  int axis;
  std::int64_t before;  // blocks along the axis before the split
};
// Chooses the split from the extents of a part in blocks and in cells; at least one axis has more than one block. Must
// be a pure function: nodes are recomputed on each access.
using Cutter = std::function<Cut(const Shape& grid, const Shape& cells)>;

// Halves the axis with the most cells; of equal axes the slowest. This keeps borders small.
[[nodiscard]] Cut halves(const Shape& grid, const Shape& cells);

// Nodes are numbered in preorder from the root, 0. None is stored: computing a node takes O(depth).
class Tree {
 public:
  // `block` is the shape of all blocks except those cut off by the image's far edges; its extents are 1 or more. Throws
  // Error (resource) if the number of blocks exceeds 62 bits.
  Tree(const Shape& image, const Shape& block, const Cutter& cutter = halves);

  [[nodiscard]] Node node(std::int64_t index) const;
  // The number of the block that contains this cell.
  [[nodiscard]] std::int64_t block_at(const Coordinates& cell) const;
  [[nodiscard]] static std::int64_t root() { return 0; }
  [[nodiscard]] std::int64_t size() const { return 2 * block_count() - 1; }
  [[nodiscard]] std::int64_t block_count() const { return grid_.count(); }
  [[nodiscard]] static Seam seam(const Node& node);

  // Calls visit(seam) for O(log blocks) merges that include the largest. Regions of one shape that touch the same edges
  // of the image are alike; a region that touches no edge is larger than all regions below it.
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
