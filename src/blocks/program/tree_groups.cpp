#include "blocks/program/tree_groups.h"

namespace preamar::blocks {
namespace {

// The number of levels of groups in a node with this number of blocks.
int levels_for(std::int64_t blocks) {
  int levels = 1;
  for (; blocks > TreeGroups::blocks_per_group; ++levels)
    blocks = (blocks + TreeGroups::blocks_per_group - 1) / TreeGroups::blocks_per_group;
  return levels;
}

}  // namespace

TreeGroups::TreeGroups(const Tree& tree) : roots_(static_cast<std::size_t>(levels_for(tree.block_count()))) {
  descend(tree, Tree::root(), -1);
}

int TreeGroups::level_of(const Node& node) const { return levels() - levels_for(node.blocks); }

void TreeGroups::descend(const Tree& tree, std::int64_t index, int level_above) {
  const Node node = tree.node(index);
  const int level = level_of(node);
  if (level != level_above && (level_above < 0 || !node.is_block()))
    roots_[static_cast<std::size_t>(level)].push_back(index);
  if (node.is_block()) {
    blocks_.push_back(index);
    return;
  }
  descend(tree, node.low, level);
  descend(tree, node.high, level);
}

}  // namespace preamar::blocks
