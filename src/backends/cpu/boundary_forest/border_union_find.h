// Kruskal's algorithm where only some nodes matter: trees of nodes, each spoken for by the first of those that joined.
#pragma once

#include "core/memory.h"

#include <cstdint>
#include <limits>
#include <utility>

namespace preamar::cpu {

template <class Node>
class BorderUnionFind {
 public:
  static constexpr Node nobody = std::numeric_limits<Node>::max();
  static constexpr std::int64_t node_bytes = 4 * sizeof(Node);

  // Nodes 0 to count - 1, each a tree without a speaker.
  void reset(std::int64_t count) {
    if (nodes_.count() < count) nodes_ = Buffer<Entry>(count);
    for (std::int64_t node = 0; node < count; ++node)
      nodes_[node] = {static_cast<Node>(node), static_cast<Node>(node), nobody, 1};
  }
  // Lets a speaker join the tree of `node`; calls joined(other) where there is another already.
  template <class Joined>
  void speak(Node node, Node speaker, const Joined& joined) {
    Entry& root = nodes_[nodes_[node].root];
    if (root.speaker == nobody)
      root.speaker = speaker;
    else
      joined(root.speaker);
  }
  // Makes two trees one; calls joined(speaker, other) where they are two and both have speakers.
  template <class Joined>
  void join(Node a, Node b, const Joined& joined) {
    Node root = nodes_[a].root, less = nodes_[b].root;
    if (root == less) return;
    if (nodes_[root].size < nodes_[less].size) std::swap(root, less);
    Entry& kept = nodes_[root];
    Entry& lost = nodes_[less];
    for (Node node = less; nodes_[node].root != root; node = nodes_[node].next) nodes_[node].root = root;
    std::swap(kept.next, lost.next);
    kept.size = static_cast<Node>(kept.size + lost.size);
    if (lost.speaker == nobody) return;
    if (kept.speaker == nobody)
      kept.speaker = lost.speaker;
    else
      joined(kept.speaker, lost.speaker);
  }

 private:
  // The nodes of a tree are a ring. Each knows its root, so that asking costs one look: the smaller tree's nodes are
  // told of the new one.
  struct Entry {
    Node root, next;
    Node speaker, size;  // of roots
  };
  Buffer<Entry> nodes_;
};

}  // namespace preamar::cpu
