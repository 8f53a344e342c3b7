// The nodes of the tree of blocks in groups of a few levels: a task merges or splits one group. Groups are counted from
// the blocks, so that the lowest ones, of which there are most, are full.
#pragma once

#include "blocks/program/tree.h"

#include <cstdint>
#include <vector>

namespace preamar::blocks {

class TreeGroups {
 public:
  static constexpr std::int64_t blocks_per_group = 8;

  explicit TreeGroups(const Tree& tree);

  // The blocks, in the order of the tree.
  [[nodiscard]] const std::vector<std::int64_t>& blocks() const { return blocks_; }
  [[nodiscard]] int levels() const { return static_cast<int>(roots_.size()); }
  // The top nodes of the groups of a level; level 0 has the root of the tree, also if that is a block.
  [[nodiscard]] const std::vector<std::int64_t>& roots(int level) const {
    return roots_[static_cast<std::size_t>(level)];
  }
  // Whether a node is below the groups of a level: a block, or in a group of a further level.
  [[nodiscard]] bool is_below(const Node& node, int level) const { return node.is_block() || level_of(node) > level; }

 private:
  [[nodiscard]] int level_of(const Node& node) const;
  void descend(const Tree& tree, std::int64_t index, int level_above);

  std::vector<std::int64_t> blocks_;
  std::vector<std::vector<std::int64_t>> roots_;
};

}  // namespace preamar::blocks
