// Kruskal's algorithm where only some nodes matter: trees of nodes, each spoken for by the first of those that joined.
#pragma once

#include "core/memory.h"

#include <cstdint>
#include <limits>
#include <utility>

namespace preamar::cpu {

template <class Node>
class SpokenTrees {
 public:
  static constexpr Node nobody = std::numeric_limits<Node>::max();

  // Nodes 0 to count - 1, each a tree without a speaker.
  void reset(std::int64_t count) {
    if (trees_.count() < count) trees_ = Buffer<Tree>(count);
    for (std::int64_t node = 0; node < count; ++node) trees_[node] = {static_cast<Node>(node), nobody};
  }
  Node root(Node node) {
    while (trees_[node].up != node) node = trees_[node].up = trees_[trees_[node].up].up;
    return node;
  }
  // Lets a speaker join the tree of `node`; calls joined(other) where there is another already.
  template <class Joined>
  void speak(Node node, Node speaker, const Joined& joined) {
    Tree& tree = trees_[root(node)];
    if (tree.speaker == nobody)
      tree.speaker = speaker;
    else
      joined(tree.speaker);
  }
  // Makes two trees one; calls joined(speaker, other) where they are two and both have speakers.
  template <class Joined>
  void join(Node a, Node b, const Joined& joined) {
    a = root(a), b = root(b);
    if (a == b) return;
    const Node speaker = trees_[a].speaker, other = trees_[b].speaker;
    trees_[a].up = b;
    if (speaker == nobody) return;
    if (other == nobody)
      trees_[b].speaker = speaker;
    else
      joined(speaker, other);
  }

 private:
  struct Tree {
    Node up, speaker;
  };
  Buffer<Tree> trees_;
};

}  // namespace preamar::cpu
