#include "primitives/watershed_block.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/watershed/rank_width.h"
#include "backends/cpu/watershed/watershed.h"
#include "backends/cpu/watershed/write_labels.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace preamar::cpu {
namespace {

template <class K>
CellRank cell_rank(const Ranks<K>& layout, K rank) {
  if constexpr (std::is_same_v<K, WideRank>) {
    return {rank.value, rank.steps >= layout.cap ? no_steps : rank.steps};
  } else {
    const std::uint64_t steps = rank - layout.floor(rank);
    return {std::uint64_t{rank} >> layout.step_bits, steps >= layout.cap ? no_steps : steps};
  }
}

// Collects the contracted graph of a block.
template <class K>
class ForestOfBlock {
 public:
  using Graph = typename Forest<K>::Graph;
  ForestOfBlock(const WatershedJob& job, const Ranks<K>& layout, Forest<K>& forest)
      : job_(job), layout_(layout), forest_(forest), graph_(join_tiles(job, forest)), roots_(forest.names.size()) {
    std::fill_n(roots_.data(), roots_.count(), WatershedForest::no_root);
  }

  [[nodiscard]] WatershedForest collect() {
    add_border();
    add_edges();
    job_.for_ring([&](std::int64_t z, std::int64_t y, std::int64_t x) {
      const K rank = forest_.ranks[job_.field_index(z, y, x)];
      found_.around.push_back(rank == Ranks<K>::wall ? no_steps : cell_rank(layout_, rank).steps);
    });
    return std::move(found_);
  }

 private:
  void add_border() {
    std::vector<std::int64_t> nodes;
    job_.for_border([&](std::int64_t z, std::int64_t y, std::int64_t x) {
      nodes.push_back(forest_.node(job_.grid, z, y, x));
      found_.ranks.push_back(cell_rank(layout_, forest_.ranks[job_.field_index(z, y, x)]));
      if (nodes.back() >= 0 && !forest_.names[nodes.back()])
        roots_[nodes.back()] = static_cast<std::uint32_t>(nodes.size() - 1);
    });
    found_.roots.reserve(nodes.size());
    for (const std::int64_t node : nodes) found_.roots.push_back(node < 0 ? WatershedForest::no_root : root_of(node));
  }

  // The name of a tree. Labels are added when they are first used.
  std::uint32_t root_of(std::int64_t node) {
    std::uint32_t& root = roots_[graph_.tree(node)];
    if (root == WatershedForest::no_root) {
      root = static_cast<std::uint32_t>(found_.ranks.size() + found_.labels.size());
      found_.labels.push_back(forest_.names[graph_.tree(node)]);
    }
    return root;
  }

  // Kruskal's algorithm on the trees, with all markers as one node.
  void add_edges() {
    using Edge = GraphEdge<typename Forest<K>::Key, std::int64_t>;
    std::sort(graph_.edges.begin(), graph_.edges.end(), [](const Edge& a, const Edge& b) { return a.key < b.key; });
    std::vector<std::uint32_t> sets(found_.ranks.size() + 1);  // of border cells; the last one is that of all markers
    std::iota(sets.begin(), sets.end(), 0);
    const auto set = [&](std::uint32_t root) {
      std::size_t at = std::min<std::size_t>(root, found_.ranks.size());
      while (sets[at] != at) at = sets[at] = sets[sets[at]];
      return at;
    };
    for (const Edge& edge : graph_.edges) {
      if (!has_root(edge.a) || !has_root(edge.b)) continue;
      const std::size_t a = set_of(edge.a, set), b = set_of(edge.b, set);
      if (a == b) continue;
      sets[a] = static_cast<std::uint32_t>(b);
      const CellRank later = cell_rank(layout_, edge.key.later_rank()),
                     earlier = cell_rank(layout_, edge.key.earlier_rank());
      found_.edges.push_back({later, earlier, edge.key.where(), root_of(edge.a), root_of(edge.b)});
    }
  }
  [[nodiscard]] bool has_root(std::int64_t node) { return graph_.kinds[graph_.tree(node)] != NodeKind::free; }
  template <class Set>
  [[nodiscard]] std::size_t set_of(std::int64_t node, const Set& set) {
    const std::int64_t tree = graph_.tree(node);
    return set(forest_.names[tree] ? UINT32_MAX : roots_[tree]);
  }

  const WatershedJob& job_;
  const Ranks<K>& layout_;
  Forest<K>& forest_;
  Graph graph_;
  Buffer<std::uint32_t> roots_;  // per tree
  WatershedForest found_;
};

}  // namespace

WatershedForest watershed_forest(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                                 const Tuning& tuning) {
  const WatershedJob job(on, spec, block, {}, tuning);
  WatershedForest found;
  with_ranks(job, [&]<class K>(const Ranks<K>& layout, const K* ranks) {
    Forest<K> forest(job, ranks);
    contract_tiles(job, forest);
    found = ForestOfBlock<K>(job, layout, forest).collect();
  });
  return found;
}

void watershed_block(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                     const KnownLabels& known, ImageView labels, const Tuning& tuning) {
  const WatershedJob job(on, spec, block, labels, tuning);
  with_ranks(job, [&]<class K>(const Ranks<K>&, const K* ranks) {
    Forest<K> forest(job, ranks);
    contract_tiles(job, forest);
    auto graph = join_tiles(job, forest);
    std::size_t n = 0;
    job.for_border([&](std::int64_t z, std::int64_t y, std::int64_t x) {
      const std::int64_t node = forest.node(job.grid, z, y, x);
      if (node >= 0 && !forest.names[node]) forest.names[node] = known.border[n];
      ++n;
    });
    name_nodes(forest, std::move(graph));
    write_block(job.on, job, forest, known.ring);
  });
}

WatershedForest watershed_forest(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block) {
  return watershed_forest(on, spec, block, {});
}

void watershed_block(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                     const KnownLabels& known, ImageView labels) {
  watershed_block(on, spec, block, known, labels, {});
}

}  // namespace preamar::cpu
