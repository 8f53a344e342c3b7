#include "blocks/families/watershed/merge.h"

#include "blocks/families/union_find.h"
#include "blocks/families/watershed/forest_records.h"
#include "blocks/families/watershed/seam_edges.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

// The nodes of the graph are the names of the low region, then those of the high region.
template <class R>
class Merge {
 public:
  Merge(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high)
      : operation_(operation),
        seam_(seam),
        low_border_(seam.low, operation.image),
        high_border_(seam.high, operation.image),
        joined_border_(seam.joined, operation.image),
        low_(low, low_border_.count()),
        high_(high, high_border_.count()),
        nodes_(low_.names() + high_.names()) {
    PREAMAR_ASSERT(seam.low.end(seam.axis) == seam.high.begin(seam.axis), "the regions of a seam touch, low first");
    if (nodes_ >= no_name)
      throw Error(ErrorKind::resource, text("two regions of ", seam.joined.shape.text(), " have ", nodes_,
                                            " border cells, more than 32 bits can number; give larger blocks"));
  }

  [[nodiscard]] Merged merged() {
    reduce();
    contract();
    return result();
  }

 private:
  using Edge = StoredEdge<R>;

  [[nodiscard]] bool is_label(std::uint32_t node) const {
    return node < low_.names() ? node >= low_.ranks.size() : node - low_.names() >= high_.ranks.size();
  }
  [[nodiscard]] std::uint64_t label(std::uint32_t node) const {
    return node < low_.names() ? low_.labels[node - low_.ranks.size()]
                               : high_.labels[node - low_.names() - high_.ranks.size()];
  }
  [[nodiscard]] static std::uint32_t node_of(const RegionForestView<R>& part, std::size_t first, std::uint32_t name) {
    if (name >= part.names()) throw Error(ErrorKind::io, "a record of a watershed names a cell that is not there");
    return static_cast<std::uint32_t>(first + name);
  }

  // Reduces the edges of both regions and of the seam to those of the minimum spanning forest, with all labels as one
  // node. The edges of the seam come in batches, so that memory does not grow with the connectivity.
  void reduce() {
    edges_.reserve(low_.edges.size() + high_.edges.size());
    for (std::size_t n = 0; n < low_.edges.size(); ++n) add_edge(low_, 0, low_.edges[n]);
    for (std::size_t n = 0; n < high_.edges.size(); ++n) add_edge(high_, low_.names(), high_.edges[n]);
    std::inplace_merge(edges_.begin(), edges_.begin() + static_cast<std::ptrdiff_t>(low_.edges.size()), edges_.end());
    const std::size_t most = batch_size(low_border_.count() + high_border_.count());
    std::vector<Edge> batch;
    batch.reserve(most);
    const int connectivity = watershed_spec(operation_).connectivity;
    SeamEdges(seam_, operation_.image, connectivity)
        .for_each([&](std::uint32_t p, std::uint32_t q, std::uint64_t place) {
          if (low_.roots[p] == no_name || high_.roots[q] == no_name) return;
          const R a = low_.ranks[p], b = high_.ranks[q];
          batch.push_back({std::max(a, b), std::min(a, b), place, node_of(low_, 0, low_.roots[p]),
                           node_of(high_, low_.names(), high_.roots[q])});
          if (batch.size() == most) add_batch(batch);
        });
    add_batch(batch);
  }
  static std::size_t batch_size(std::int64_t cells) { return as_size(std::max<std::int64_t>(cells, 1 << 12)); }

  void add_edge(const RegionForestView<R>& part, std::size_t first, Edge edge) {
    edge.a = node_of(part, first, edge.a);
    edge.b = node_of(part, first, edge.b);
    edges_.push_back(edge);
  }

  // Kruskal's algorithm on the edges so far and those of the batch, which it empties.
  void add_batch(std::vector<Edge>& batch) {
    std::sort(batch.begin(), batch.end());
    UnionFind trees(nodes_ + 1);
    const auto labels = static_cast<std::uint32_t>(nodes_);
    std::vector<Edge> kept;
    kept.reserve(std::min(nodes_, edges_.size() + batch.size()));
    const auto offer = [&](const Edge& edge) {
      const std::uint32_t a = trees.find(is_label(edge.a) ? labels : edge.a),
                          b = trees.find(is_label(edge.b) ? labels : edge.b);
      if (a == b) return;
      trees.join(a, b);
      kept.push_back(edge);
    };
    std::size_t n = 0;
    for (const Edge& edge : edges_) {
      while (n < batch.size() && batch[n] < edge) offer(batch[n++]);
      offer(edge);
    }
    while (n < batch.size()) offer(batch[n++]);
    edges_ = std::move(kept);
    batch.clear();
  }

  // Calls visit(index) for each border cell: its index in the joined border, or no_name if it leaves it.
  template <class Visit>
  void for_each_cell(const BoxBorder& part, const Visit& visit) const {
    part.for_each([&](const Coordinates& cell) {
      visit(joined_border_.holds(cell) ? static_cast<std::uint32_t>(joined_border_.index(cell)) : no_name);
    });
  }

  // Trees that have no root join along their edges; labels and the cells of the joined border are roots.
  void contract() {
    UnionFind trees(nodes_);
    std::vector<std::uint32_t> roots(nodes_, no_name);  // per tree: the node that is its root
    std::uint32_t node = 0;
    const auto add_cell = [&](std::uint32_t index) {
      if (index != no_name) roots[node] = node;
      ++node;
    };
    for_each_cell(low_border_, add_cell);
    for (; node < low_.names(); ++node) roots[node] = node;
    for_each_cell(high_border_, add_cell);
    for (; node < nodes_; ++node) roots[node] = node;
    std::size_t kept = 0;
    for (const Edge& edge : edges_) {
      const std::uint32_t a = trees.find(edge.a), b = trees.find(edge.b);
      if (roots[a] != no_name && roots[b] != no_name) {
        edges_[kept++] = edge;
        continue;
      }
      trees.join(a, b);
      if (roots[b] == no_name) roots[b] = roots[a];
    }
    edges_.resize(kept);
    root_of_.resize(nodes_);
    for (node = 0; node < nodes_; ++node) root_of_[node] = roots[trees.find(node)];
  }

  // The name of a node's root in a list of labels to which it adds the root's label when it is first used.
  [[nodiscard]] std::uint32_t name(std::uint32_t node, std::vector<std::uint32_t>& names,
                                   std::vector<std::uint64_t>& labels) const {
    const std::uint32_t root = root_of_[node];
    if (root == no_name) return no_name;
    if (names[root] == no_name) {
      names[root] = static_cast<std::uint32_t>(as_size(joined_border_.count()) + labels.size());
      labels.push_back(label(root));
    }
    return names[root];
  }

  [[nodiscard]] Merged result() {
    std::vector<std::uint32_t> names(nodes_, no_name);  // of cells of the joined border
    RegionForest<R> forest;
    LeavingRoots leaving;
    forest.ranks.resize(as_size(joined_border_.count()));
    forest.roots.resize(as_size(joined_border_.count()), no_name);
    leaving.roots.reserve(low_.ranks.size() + high_.ranks.size() - forest.ranks.size());
    const auto name_cells = [&](const BoxBorder& border, const RegionForestView<R>& part, std::size_t first) {
      std::size_t n = 0;
      for_each_cell(border, [&](std::uint32_t index) {
        if (index != no_name) names[first + n] = index, forest.ranks[index] = part.ranks[n];
        ++n;
      });
    };
    name_cells(low_border_, low_, 0);
    name_cells(high_border_, high_, low_.names());
    std::vector<std::uint32_t> record_names = names;
    const auto name_roots = [&](const BoxBorder& border, const RegionForestView<R>& part, std::size_t first) {
      std::size_t n = 0;
      for_each_cell(border, [&](std::uint32_t index) {
        const std::uint32_t root = part.roots[n++];
        if (index != no_name)
          forest.roots[index] = root == no_name ? no_name : name(node_of(part, first, root), names, forest.labels);
        else
          leaving.roots.push_back(root == no_name ? no_name
                                                  : name(node_of(part, first, root), record_names, leaving.labels));
      });
    };
    name_roots(low_border_, low_, 0);
    name_roots(high_border_, high_, low_.names());
    for (Edge& edge : edges_) {
      edge.a = name(edge.a, names, forest.labels);
      edge.b = name(edge.b, names, forest.labels);
    }
    forest.edges = std::move(edges_);
    return {forest.bytes(), leaving.bytes()};
  }

  const Operation& operation_;
  const Seam& seam_;
  BoxBorder low_border_, high_border_, joined_border_;
  RegionForestView<R> low_, high_;
  std::size_t nodes_;
  std::vector<Edge> edges_;             // ascending
  std::vector<std::uint32_t> root_of_;  // per node: the root of its tree
};

// Summaries have at most two names and one edge per border cell. In memory are the summaries and three lists of edges,
// then the summaries, one list of edges and the results.
template <class R>
std::int64_t merge_bytes(const Operation& operation, const Seam& seam) {
  constexpr std::int64_t rank = sizeof(R), edge = sizeof(StoredEdge<R>), cell = rank + 4 + 8 + edge;
  const std::int64_t cells =
      BoxBorder(seam.low, operation.image).count() + BoxBorder(seam.high, operation.image).count();
  const std::int64_t face = seam.joined.shape.count() / seam.joined.shape[seam.axis];
  return cells * cell + cells * (3 * edge + 32) + 8 * face + cells * cell + (std::int64_t{1} << 18);
}

}  // namespace

Merged merge_forests(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high) {
  return with_rank_type(operation,
                        [&]<class R>(std::type_identity<R>) { return Merge<R>(operation, seam, low, high).merged(); });
}

std::int64_t merge_forests_bytes(const Operation& operation, const Seam& seam) {
  return with_rank_type(operation, [&]<class R>(std::type_identity<R>) { return merge_bytes<R>(operation, seam); });
}

}  // namespace preamar::blocks
