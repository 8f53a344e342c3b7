// Boruvka's algorithm: each node that may choose takes its smallest edge, trees become nodes, and so on. As the edges
// have a total order, the edges taken form the minimum spanning forest.
#pragma once

#include "backends/cpu/growing_array.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace preamar::cpu {

enum class NodeKind : std::uint8_t {
  free = 0,    // chooses its smallest edge
  open = 1,    // has edges that are not known here, so it never chooses
  marked = 2,  // a root: never chooses, and is never joined with another
};

template <class Key, class Node>
struct GraphEdge {
  Key key;
  Node a, b;
};

template <class Key, class Node>
class Contraction {
 public:
  using Edge = GraphEdge<Key, Node>;

  // Fill in before run(): the kind of each node, and the edges.
  GrowingArray<NodeKind> kinds;
  GrowingArray<Edge> edges;

  // After run(), tree() is the representative of a node's tree, and `edges` are the edges between trees that are not
  // both marked. Calls taken(key) for each edge of the forest.
  template <class Taken>
  void run(Taken taken) {
    const std::int64_t count = kinds.size();
    up_.resize(count);
    best_.resize(count);
    active_.clear();
    for (std::int64_t node = 0; node < count; ++node) {
      up_[node] = static_cast<Node>(node);
      if (kinds[node] == NodeKind::free) active_.push(static_cast<Node>(node));
    }
    while (active_.size() > 0) {
      choose();
      hook(taken);
      rename();
    }
    for (std::int64_t node = 0; node < count; ++node) (void)tree(static_cast<Node>(node));
  }

  Node tree(Node node) {
    Node root = node;
    while (up_[root] != root) root = up_[root];
    while (up_[node] != root) node = std::exchange(up_[node], root);
    return root;
  }

 private:
  struct Choice {
    Key key;
    Node other;
  };
  static constexpr Node nobody = static_cast<Node>(-1);

  void offer(Node node, const Key& key, Node other) {
    if (key < best_[node].key) best_[node] = {key, other};
  }

  void choose() {
    std::fill_n(best_.begin(), best_.size(), Choice{Key::last(), nobody});
    for (const Edge& edge : edges) {
      offer(edge.a, edge.key, edge.b);
      offer(edge.b, edge.key, edge.a);
    }
  }

  // Two nodes that choose each other chose the same edge; the lower one stays a root. Only roots that found an edge
  // stay active.
  template <class Taken>
  void hook(Taken taken) {
    for (const Node node : active_) {
      const Node other = best_[node].other;
      if (other == nobody) continue;
      if (kinds[other] == NodeKind::free && best_[other].other == node && node < other) continue;
      up_[node] = other;
      taken(best_[node].key);
    }
    Node* kept = active_.begin();
    for (const Node node : active_)
      if (tree(node) == node && best_[node].other != nobody) *kept++ = node;
    active_.resize(kept - active_.begin());
  }

  // Renames the ends of edges to trees, which hook() has flattened. Drops edges inside a tree and between two marked
  // trees.
  void rename() {
    Edge* kept = edges.begin();
    for (const Edge& edge : edges) {
      const Node a = up_[edge.a], b = up_[edge.b];
      *kept = {edge.key, a, b};
      const bool both_marked = static_cast<int>(kinds[a]) & static_cast<int>(kinds[b]) & 2;
      kept += (a != b) & !both_marked;
    }
    edges.resize(kept - edges.begin());
  }

  GrowingArray<Node> up_, active_;
  GrowingArray<Choice> best_;
};

}  // namespace preamar::cpu
