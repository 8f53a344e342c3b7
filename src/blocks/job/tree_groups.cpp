#include "blocks/job/tree_groups.h"

namespace preamar::blocks {

TreeGroups::TreeGroups(const Tree& tree) : roots_(1) { descend(tree, Tree::root(), 0); }

void TreeGroups::descend(const Tree& tree, std::int64_t index, int depth) {
  const Node node = tree.node(index);
  if (depth % levels_per_group == 0 && (depth == 0 || !node.is_block())) {
    const auto level = static_cast<std::size_t>(depth / levels_per_group);
    if (roots_.size() <= level) roots_.resize(level + 1);
    roots_[level].push_back(index);
  }
  if (node.is_block()) {
    blocks_.push_back(index);
    return;
  }
  descend(tree, node.low, depth + 1);
  descend(tree, node.high, depth + 1);
}

}  // namespace preamar::blocks
