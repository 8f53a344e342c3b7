// The nodes of the tree of blocks in groups of a few levels: a task merges or splits one group.
#pragma once

#include "blocks/tree.h"

#include <cstdint>
#include <vector>

namespace preamar::blocks {

class TreeGroups {
 public:
  static constexpr int levels_per_group = 3;

  explicit TreeGroups(const Tree& tree);

  // The blocks, in the order of the tree.
  [[nodiscard]] const std::vector<std::int64_t>& blocks() const { return blocks_; }
  [[nodiscard]] int levels() const { return static_cast<int>(roots_.size()); }
  // The top nodes of the groups of a level; level 0 has the root of the tree, also if that is a block.
  [[nodiscard]] const std::vector<std::int64_t>& roots(int level) const {
    return roots_[static_cast<std::size_t>(level)];
  }
  // Whether a node that is `depth` levels below the top of its group belongs to the next one.
  [[nodiscard]] static bool is_below(int depth) { return depth == levels_per_group; }

 private:
  void descend(const Tree& tree, std::int64_t index, int depth);

  std::vector<std::int64_t> blocks_;
  std::vector<std::vector<std::int64_t>> roots_;
};

}  // namespace preamar::blocks
