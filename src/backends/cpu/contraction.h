// Boruvka's algorithm: every node that may choose takes its least edge, trees become nodes, again. As the edges are in
// a total order, what is taken is a minimum spanning forest, and rounds never take more than it.
#pragma once

#include "backends/cpu/growing.h"

#include <cstdint>
#include <utility>

namespace preamar::cpu {

enum class NodeKind : std::uint8_t {
  free,    // chooses its least edge
  open,    // has edges that are not known here, so it never chooses
  marked,  // a root: never chooses, and is never joined with another
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

  // What to fill in before run(): the kind of each node, and edges, of which those with no free end may be left out.
  Growing<NodeKind> kinds;
  Growing<Edge> edges;

  // Afterwards tree() tells the node that stands for a node's tree, and edges() holds those between trees that are not
  // free and not both marked. Calls taken(key) with each edge of the forest.
  template <class Taken>
  void run(Taken taken) {
    const std::int64_t count = kinds.size();
    up_.resize(count);
    best_.resize(count);
    active_.clear();
    between_.clear();
    for (std::int64_t node = 0; node < count; ++node) {
      up_[node] = static_cast<Node>(node);
      if (kinds[node] == NodeKind::free) active_.push(static_cast<Node>(node));
    }
    sort_out();
    while (edges.size() > 0) {
      choose();
      hook(taken);
      sort_out();
    }
    for (std::int64_t node = 0; node < count; ++node) (void)tree(static_cast<Node>(node));
    std::swap(edges, between_);
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

  bool is_free(Node node) const { return kinds[node] == NodeKind::free; }

  void offer(Node node, const Key& key, Node other) {
    Choice& best = best_[node];
    if (best.other == nobody || key < best.key) best = {key, other};
  }

  void choose() {
    for (const Node node : active_) best_[node].other = nobody;
    for (const Edge& edge : edges) {
      if (is_free(edge.a)) offer(edge.a, edge.key, edge.b);
      if (is_free(edge.b)) offer(edge.b, edge.key, edge.a);
    }
  }

  // Two that chose each other chose the same edge; the lower stays a root.
  template <class Taken>
  void hook(Taken taken) {
    for (const Node node : active_) {
      const Node other = best_[node].other;
      if (other == nobody) continue;
      if (is_free(other) && best_[other].other == node && node < other) continue;
      up_[node] = other;
      taken(best_[node].key);
    }
    Node* kept = active_.begin();
    for (const Node node : active_)
      if (tree(node) == node) *kept++ = node;
    active_.resize(kept - active_.begin());
  }

  // Names edges by trees; drops those inside one and those between two marked; sets aside those with no free end.
  void sort_out() {
    Edge* kept = edges.begin();
    for (const Edge& edge : edges) {
      const Node a = tree(edge.a), b = tree(edge.b);
      if (a == b || (kinds[a] == NodeKind::marked && kinds[b] == NodeKind::marked)) continue;
      if (is_free(a) || is_free(b))
        *kept++ = {edge.key, a, b};
      else
        between_.push({edge.key, a, b});
    }
    edges.resize(kept - edges.begin());
  }

  Growing<Node> up_, active_;
  Growing<Choice> best_;
  Growing<Edge> between_;
};

}  // namespace preamar::cpu
