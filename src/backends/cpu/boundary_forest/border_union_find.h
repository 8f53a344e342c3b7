// Union-find in which each set keeps one representative border cell, its speaker. For Kruskal's algorithm where only
// border cells matter.
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

  // Resets to nodes 0 to count - 1, each its own set without a speaker.
  void reset(std::int64_t count) {
    if (nodes_.count() < count) nodes_ = Buffer<Entry>(count);
    for (std::int64_t node = 0; node < count; ++node)
      nodes_[node] = {static_cast<Node>(node), static_cast<Node>(node), nobody, 1};
  }
  // Adds a speaker to the set of `node`; if the set already has one, calls joined(it) instead.
  template <class Joined>
  void speak(Node node, Node speaker, const Joined& joined) {
    Entry& root = nodes_[nodes_[node].root];
    if (root.speaker == nobody)
      root.speaker = speaker;
    else
      joined(root.speaker);
  }
  // Unites two sets; if they differ and both have speakers, calls joined(kept speaker, other speaker).
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
  // The nodes of a set form a ring. Each stores its root, so a lookup is one read; a union rewrites the smaller set.
  struct Entry {
    Node root, next;
    Node speaker, size;  // valid in roots only
  };
  Buffer<Entry> nodes_;
};

}  // namespace preamar::cpu
