#include "primitives/watershed_block.h"

#include "backends/reference/backend.h"
#include "backends/reference/watershed_graph.h"

#include <array>

namespace preamar::reference {
namespace {

// Cells are numbered in the block with its halo or, if the steps of the ring are given, with its ring.
class Block {
 public:
  Block(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block)
      : block_(block),
        seen_(block.around.empty() ? block.box : block.ring().wide()),
        graph_(on, spec, seen_part(block.values), mask_part(), seen_part(block.markers)) {
    std::size_t n = 0;
    if (!block.around.empty())
      block.ring().for_each([&](const Coordinates& cell) {
        const std::uint64_t steps = block_.around[n++];
        if (steps < static_cast<std::uint64_t>(graph_.most))
          graph_.lower_steps(index(cell, seen_), static_cast<std::int64_t>(steps));
      });
    graph_.count_steps();
    for (const Edge& edge : graph_.edges())
      if (is_inside(edge.p) && is_inside(edge.q)) edges_.push_back(edge);
  }

  [[nodiscard]] WatershedForest forest() {
    WatershedForest forest;
    std::vector<std::int64_t> roots(static_cast<std::size_t>(graph_.cells()), RootedTrees::no_root);
    std::vector<std::uint32_t> names(roots.size(), WatershedForest::no_root);
    block_.border().for_each([&](const Coordinates& place) {
      const std::int64_t cell = index(place, seen_);
      forest.ranks.push_back(rank(cell));
      if (!graph_.takes_part(cell)) return;
      roots[at(cell)] = cell;
      names[at(cell)] = static_cast<std::uint32_t>(forest.ranks.size() - 1);
    });
    for (std::int64_t cell = 0; cell < graph_.cells(); ++cell) {
      if (!is_inside(cell) || !graph_.marker(cell)) continue;
      roots[at(cell)] = cell;
      names[at(cell)] = static_cast<std::uint32_t>(forest.ranks.size() + forest.labels.size());
      forest.labels.push_back(graph_.marker(cell));
    }
    block_.border().for_each([&](const Coordinates& place) { forest.roots.push_back(names[at(index(place, seen_))]); });
    block_.ring().for_each([&](const Coordinates& place) { forest.around.push_back(rank(index(place, seen_)).steps); });
    keep_edges(RootedTrees(roots), names, forest);
    return forest;
  }

  void write_labels(const WatershedSpec& spec, const KnownLabels& known, ImageView labels) {
    constexpr std::int64_t no_root = RootedTrees::no_root;
    std::vector<std::int64_t> roots(static_cast<std::size_t>(graph_.cells()), no_root);
    std::vector<std::uint64_t> known_labels(roots.size());
    std::size_t n = 0;
    if (spec.line)
      block_.ring().for_each(
          [&](const Coordinates& place) { known_labels[at(index(place, seen_))] = known.ring[n++]; });
    n = 0;
    block_.border().for_each([&](const Coordinates& place) {
      const std::int64_t cell = index(place, seen_);
      known_labels[at(cell)] = known.border[n++];
      if (graph_.takes_part(cell)) roots[at(cell)] = cell;
    });
    for (std::int64_t cell = 0; cell < graph_.cells(); ++cell) {
      if (!is_inside(cell)) roots[at(cell)] = cell;
      if (!is_inside(cell) || !graph_.marker(cell)) continue;
      roots[at(cell)] = cell;
      known_labels[at(cell)] = graph_.marker(cell);
    }
    RootedTrees trees(roots);
    for (const Edge& edge : edges_) trees.join(edge.p, edge.q);
    const auto label = [&](std::int64_t cell) {
      return trees.root(cell) == no_root ? 0 : known_labels[at(trees.root(cell))];
    };
    n = 0;
    for (std::int64_t cell = 0; cell < graph_.cells(); ++cell)
      if (is_inside(cell))
        write_label(labels, static_cast<std::int64_t>(n++),
                    spec.line && graph_.is_on_line(cell, label) ? 0 : label(cell));
  }

 private:
  using Edge = WatershedGraph::Edge;
  static std::size_t at(std::int64_t cell) { return static_cast<std::size_t>(cell); }

  [[nodiscard]] ConstImageView seen_part(ConstImageView image) const { return part(image, within(seen_, block_.box)); }
  [[nodiscard]] std::optional<ConstImageView> mask_part() const {
    return block_.mask ? std::optional(seen_part(*block_.mask)) : std::nullopt;
  }
  // The number of a cell in a box, and its position in the image.
  [[nodiscard]] static std::int64_t index(const Coordinates& cell, const Box& box) {
    std::int64_t number = 0;
    for (int axis = 0; axis < box.rank(); ++axis)
      number = number * box.shape[axis] + cell[static_cast<std::size_t>(axis)] - box.begin(axis);
    return number;
  }
  [[nodiscard]] Coordinates place(std::int64_t cell) const {
    Coordinates at{};
    for (int axis = seen_.rank() - 1; axis >= 0; --axis) {
      at[static_cast<std::size_t>(axis)] = seen_.begin(axis) + cell % seen_.shape[axis];
      cell /= seen_.shape[axis];
    }
    return at;
  }
  [[nodiscard]] bool is_inside(std::int64_t cell) const {
    const Coordinates at = place(cell);
    for (int axis = 0; axis < seen_.rank(); ++axis) {
      const std::int64_t coordinate = at[static_cast<std::size_t>(axis)];
      if (coordinate < block_.block.begin(axis) || coordinate >= block_.block.end(axis)) return false;
    }
    return true;
  }

  [[nodiscard]] CellRank rank(std::int64_t cell) const {
    const bool reaches = graph_.takes_part(cell) && graph_.steps(cell) < graph_.most;
    return {graph_.value(cell), reaches ? static_cast<std::uint64_t>(graph_.steps(cell)) : no_steps};
  }
  [[nodiscard]] std::uint64_t place_of(const Edge& edge) const {
    const Coordinates p = place(edge.p), q = place(edge.q);
    std::array<int, 3> step{};
    for (int axis = 0; axis < seen_.rank(); ++axis)
      step[static_cast<std::size_t>(axis) + max_rank - static_cast<std::size_t>(seen_.rank())] =
          static_cast<int>(q[static_cast<std::size_t>(axis)] - p[static_cast<std::size_t>(axis)]);
    return static_cast<std::uint64_t>(index(p, whole(block_.image))) * 16 + step_number(step[0], step[1], step[2]);
  }

  // The edges between trees in a minimum spanning forest with all markers as one node, which has number 0 here.
  void keep_edges(RootedTrees trees, const std::vector<std::uint32_t>& names, WatershedForest& forest) {
    for (const Edge& edge : edges_) trees.join(edge.p, edge.q);
    std::vector<std::int64_t> sets(static_cast<std::size_t>(graph_.cells() + 1));
    std::iota(sets.begin(), sets.end(), 0);
    const auto set = [&](std::int64_t cell) {
      std::int64_t at_set = graph_.marker(cell) ? 0 : cell + 1;
      while (sets[at(at_set)] != at_set) at_set = sets[at(at_set)];
      return at_set;
    };
    for (const Edge& edge : edges_) {
      const std::int64_t a = trees.root(edge.p), b = trees.root(edge.q);
      if (a == RootedTrees::no_root || b == RootedTrees::no_root || set(a) == set(b)) continue;
      sets[at(set(a))] = set(b);
      const CellRank p = rank(edge.p), q = rank(edge.q);
      forest.edges.push_back({std::max(p, q), std::min(p, q), place_of(edge), names[at(a)], names[at(b)]});
    }
  }

  const WatershedBlock& block_;
  Box seen_;
  WatershedGraph graph_;
  std::vector<Edge> edges_;  // inside the block, ascending
};

}  // namespace

WatershedForest watershed_forest(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block) {
  return Block(on, spec, block).forest();
}

void watershed_block(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                     const KnownLabels& known, ImageView labels) {
  Block(on, spec, block).write_labels(spec, known, labels);
}

}  // namespace preamar::reference
