// The graph of the border cells of two regions that are merged: floods it, and contracts it to the cells that remain on
// the border.
//
// Edges in descending order of width unite sets of cells, as in Kruskal's algorithm. The joins, replayed from last to
// first, are the tree of these sets from its root to its leaves. A set that was joined at width w, with highest level
// g, gives each of its cells min(w, g). The representative of a set is one of its cells that remains on the border. A
// set without one is pending until it is joined to a set that has one: water from outside reaches it through that
// representative, its terminal, at that width.
#pragma once

#include "blocks/families/flood/records.h"
#include "core/assert.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace preamar::blocks {

template <class K>
class BorderGraph {
 public:
  // The level of each cell, and its index in the joined border; no_cell if it leaves the border.
  BorderGraph(std::vector<K> levels, std::vector<std::uint32_t> joined_indices)
      : levels_(std::move(levels)),
        best_(levels_),
        representatives_(std::move(joined_indices)),
        links_(levels_.size(), -1) {
    PREAMAR_ASSERT(levels_.size() == representatives_.size(), "each cell has a level and an index");
    PREAMAR_ASSERT(levels_.size() < pending, "cells are numbered in 31 bits");
    joins_.reserve(levels_.size());
    forest_.reserve(
        static_cast<std::size_t>(std::ranges::count_if(representatives_, [](auto cell) { return cell != no_cell; })));
  }

  // Bytes per cell, without the forest; and bytes per cell that settle() frees.
  static constexpr std::int64_t cell_bytes() { return 3 * sizeof(K) + 3 * sizeof(std::uint32_t); }
  static constexpr std::int64_t join_bytes() { return sizeof(Join); }

  // Edges come in descending order of width.
  void join(std::uint32_t p, std::uint32_t q, K width) {
    PREAMAR_ASSERT(joins_.empty() || width <= joins_.back().width, "edges come in descending order of width");
    std::uint32_t a = root(p), b = root(q);
    if (a == b) return;
    if (links_[a] < links_[b]) std::swap(a, b);  // b is the larger set
    best_[b] = std::max(best_[a], best_[b]);
    const bool a_pending = representatives_[a] == no_cell, b_pending = representatives_[b] == no_cell;
    joins_.push_back({a | (a_pending ? pending : 0), b | (b_pending ? pending : 0), width, std::min(width, best_[b])});
    if (!a_pending && !b_pending) forest_.add(representatives_[a], representatives_[b], width);
    if (b_pending) representatives_[b] = representatives_[a];
    links_[b] += links_[a];
    links_[a] = static_cast<std::int32_t>(b);
  }

  // After the last join: computes the levels of the flood, and the terminal of each cell that leaves.
  void settle() {
    widths_.assign(levels_.size(), 0);
    terminals_.assign(levels_.size(), no_cell);
    std::vector<K>& given = best_;  // the highest level that reaches a root's set from outside
    std::ranges::fill(given, K{0});
    while (!joins_.empty()) {
      const Join& join = joins_.back();
      const std::uint32_t a = join.a & ~pending, b = join.b & ~pending;
      given[a] = given[b] = std::max(given[b], join.gain);
      const bool a_pending = join.a & pending, b_pending = join.b & pending;
      if (a_pending && b_pending)
        terminals_[a] = terminals_[b], widths_[a] = widths_[b];
      else if (a_pending)
        terminals_[a] = representatives_[b], widths_[a] = join.width;
      else if (b_pending)
        terminals_[b] = representatives_[a], widths_[b] = join.width;
      joins_.pop_back();
    }
    joins_ = {};
    for (std::size_t n = 0; n < levels_.size(); ++n) levels_[n] = std::max(levels_[n], given[n]);
  }

  [[nodiscard]] K level(std::size_t n) const { return levels_[n]; }
  [[nodiscard]] K width(std::size_t n) const { return widths_[n]; }
  [[nodiscard]] std::uint32_t terminal(std::size_t n) const { return terminals_[n]; }
  // The boundary forest of the joined border.
  [[nodiscard]] const BoundaryForest<K>& forest() const { return forest_; }

 private:
  static constexpr std::uint32_t pending = std::uint32_t{1} << 31;

  struct Join {
    std::uint32_t a, b;  // roots, b of the larger set; with the bit `pending` if the set has no representative
    K width, gain;
  };

  [[nodiscard]] std::uint32_t root(std::uint32_t n) {
    while (links_[n] >= 0) {
      const auto up = static_cast<std::uint32_t>(links_[n]);
      if (links_[up] < 0) return up;
      links_[n] = links_[up];
      n = static_cast<std::uint32_t>(links_[up]);
    }
    return n;
  }

  std::vector<K> levels_, best_, widths_;
  std::vector<std::uint32_t> representatives_;  // for a root: the representative of its set
  std::vector<std::uint32_t> terminals_;
  std::vector<std::int32_t> links_;  // union by size: minus the set's size for a root, otherwise the parent
  std::vector<Join> joins_;
  BoundaryForest<K> forest_;
};

}  // namespace preamar::blocks
