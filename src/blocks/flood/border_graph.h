// The graph of the border cells of two regions that become one: floods it, and drops the cells that leave the border.
//
// Edges come in descending order of width and join sets of cells, as in Kruskal's algorithm; the joins, replayed from
// the last to the first, are the tree of those sets from its root to its leaves. A set that was joined at width w and
// whose best level is g gives each of its cells min(w, g). A set without any cell that stays waits until it is joined
// to one that has: water that comes to it from outside comes through that cell, the terminal, at that width.
#pragma once

#include "blocks/flood/records.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace preamar::blocks {

template <class K>
class BorderGraph {
 public:
  // How high water stands in each cell, and its number among those that stay, or no_cell.
  BorderGraph(std::vector<K> levels, std::vector<std::uint32_t> stays)
      : levels_(std::move(levels)), best_(levels_), agents_(std::move(stays)), links_(levels_.size(), -1) {
    joins_.reserve(levels_.size());
    forest_.reserve(
        static_cast<std::size_t>(std::ranges::count_if(agents_, [](auto agent) { return agent != no_cell; })));
  }

  // For each cell, the forest not counted; and until all has come to rest, for each cell more.
  static constexpr std::int64_t cell_bytes() { return 3 * sizeof(K) + 3 * sizeof(std::uint32_t); }
  static constexpr std::int64_t join_bytes() { return sizeof(Join); }

  // Widths never rise from one call to the next.
  void join(std::uint32_t p, std::uint32_t q, K width) {
    std::uint32_t a = root(p), b = root(q);
    if (a == b) return;
    if (links_[a] < links_[b]) std::swap(a, b);  // the greater set is b
    best_[b] = std::max(best_[a], best_[b]);
    const bool a_waits = agents_[a] == no_cell, b_waits = agents_[b] == no_cell;
    joins_.push_back({a | (a_waits ? waits : 0), b | (b_waits ? waits : 0), width, std::min(width, best_[b])});
    if (!a_waits && !b_waits) forest_.add(agents_[a], agents_[b], width);
    if (b_waits) agents_[b] = agents_[a];
    links_[b] += links_[a];
    links_[a] = static_cast<std::int32_t>(b);
  }

  // After the last join: levels come to rest, and each cell that leaves finds its terminal.
  void come_to_rest() {
    widths_.assign(levels_.size(), 0);
    terminals_.assign(levels_.size(), no_cell);
    std::vector<K>& given = best_;  // what the set of a root was given from outside it
    std::ranges::fill(given, K{0});
    while (!joins_.empty()) {
      const Join& join = joins_.back();
      const std::uint32_t a = join.a & ~waits, b = join.b & ~waits;
      given[a] = given[b] = std::max(given[b], join.gain);
      const bool a_waits = join.a & waits, b_waits = join.b & waits;
      if (a_waits && b_waits)
        terminals_[a] = terminals_[b], widths_[a] = widths_[b];
      else if (a_waits)
        terminals_[a] = agents_[b], widths_[a] = join.width;
      else if (b_waits)
        terminals_[b] = agents_[a], widths_[b] = join.width;
      joins_.pop_back();
    }
    joins_ = {};
    for (std::size_t n = 0; n < levels_.size(); ++n) levels_[n] = std::max(levels_[n], given[n]);
  }

  [[nodiscard]] K level(std::size_t n) const { return levels_[n]; }
  [[nodiscard]] K width(std::size_t n) const { return widths_[n]; }
  [[nodiscard]] std::uint32_t terminal(std::size_t n) const { return terminals_[n]; }
  // Of the cells that stay, by their numbers among these.
  [[nodiscard]] const Forest<K>& forest() const { return forest_; }

 private:
  static constexpr std::uint32_t waits = std::uint32_t{1} << 31;

  struct Join {
    std::uint32_t a, b;  // roots, the second of the greater set, with a mark on each that waits
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
  std::vector<std::uint32_t> agents_, terminals_;  // of a root: the cell that stays which speaks for its set
  std::vector<std::int32_t> links_;                // of a root: minus the size of its set; else towards it
  std::vector<Join> joins_;
  Forest<K> forest_;
};

}  // namespace preamar::blocks
