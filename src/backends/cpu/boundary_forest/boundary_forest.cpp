#include "backends/cpu/boundary_forest/boundary_forest.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/boundary_forest/border_union_find.h"
#include "backends/cpu/boundary_forest/lattice.h"
#include "backends/cpu/boundary_forest/radix.h"
#include "backends/cpu/boundary_forest/tile_forest.h"
#include "backends/cpu/workers.h"
#include "core/box_border.h"
#include "core/dispatch.h"
#include "core/require.h"

#include <algorithm>
#include <memory>

namespace preamar::cpu {
namespace {

template <class Edge>
using TileEdges = std::vector<std::vector<Edge>>;

template <class Forest>
Lattice lattice_of(const Shape& shape, Faces edges, const Extent3& wanted) {
  using Frame = typename Forest::Frame;
  const auto most = [](std::int64_t asked, std::int64_t room) { return asked == 0 ? room : std::min(asked, room); };
  return {shape,
          edges,
          {most(wanted.planes, Frame::planes), most(wanted.rows, Frame::rows), most(wanted.columns, Frame::columns)}};
}

// The edges of all tiles, twice while they are sorted; the nodes; and the scratch of the workers, one tile each.
template <class Forest>
std::int64_t needed_bytes(const Lattice& lattice, int workers) {
  const std::int64_t edges = lattice.tiles() * lattice.nodes_of_tile();
  return 2 * edges * static_cast<std::int64_t>(sizeof(typename Forest::Edge)) +
         lattice.nodes() * BorderUnionFind<std::uint32_t>::node_bytes +
         std::min<std::int64_t>(workers, lattice.tiles()) * Forest::scratch_bytes();
}

// The forest of each tile, in the order of the tiles, independent of threads.
template <class Forest>
TileEdges<typename Forest::Edge> forests_of_tiles(const Execution& on, const BoundaryForestSpec& spec,
                                                  ConstImageView level, ConstImageView limit, const Lattice& lattice) {
  TileEdges<typename Forest::Edge> edges(static_cast<std::size_t>(lattice.tiles()));
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(on), lattice.tiles()));
  std::vector<std::unique_ptr<Forest>> forests(static_cast<std::size_t>(workers));
  for_worker_ranges(on, workers, lattice.tiles(), 1, [&](int worker, std::int64_t tile, std::int64_t) {
    auto& forest = forests[static_cast<std::size_t>(worker)];
    if (!forest) forest = std::make_unique<Forest>(spec, level, limit, lattice);
    edges[static_cast<std::size_t>(tile)] = forest->run(lattice.tile(tile));
  });
  return edges;
}

// Concatenates the lists and frees their memory.
template <class Edge>
GrowingArray<Edge> list_of(TileEdges<Edge>&& tiles) {
  std::size_t count = 0;
  for (const auto& tile : tiles) count += tile.size();
  GrowingArray<Edge> list;
  list.reserve(static_cast<std::int64_t>(count));
  for (auto& tile : tiles) {
    list.append(tile);
    tile = {};
  }
  return list;
}

// Kruskal's algorithm on the nodes of the lattice; the speakers are the nodes on the border of the block.
template <class Edge>
std::vector<BoundaryEdge> joined(const BoundaryForestSpec& spec, ConstImageView limit, const Lattice& lattice,
                                 GrowingArray<Edge> edges) {
  BorderUnionFind<std::uint32_t> trees;
  trees.reset(lattice.nodes());
  std::vector<std::uint32_t> border;
  const int first = limit.rank() - 2;
  BoxBorder(whole(limit.shape()), spec.edges).for_each([&](const Coordinates& at) {
    const auto y = static_cast<std::size_t>(first), x = y + 1;
    const auto node = static_cast<std::uint32_t>(lattice.node(first == 0 ? 0 : at[0], at[y], at[x]));
    trees.speak(node, static_cast<std::uint32_t>(border.size()), [](std::uint32_t) {});
    border.push_back(node);
  });

  std::vector<BoundaryEdge> forest;
  GrowingArray<Edge> room;
  room.resize(edges.size());
  const Edge* const sorted = sort_descending(edges.begin(), room.begin(), edges.size());
  for (std::int64_t i = 0; i < edges.size(); ++i) {
    const auto& [key, a, b] = sorted[i];
    trees.join(a, b, [&, width = key](std::uint32_t p, std::uint32_t q) { forest.push_back({p, q, width}); });
  }
  // Cells with key 0 were left out. If full cells count, every cell does, so the remaining sets are joined at key 0.
  if (spec.keeps_full && !is_floating(limit.dtype()))
    for (const std::uint32_t node : border)
      trees.join(node, border[0], [&](std::uint32_t p, std::uint32_t q) { forest.push_back({p, q, 0}); });
  return forest;
}

template <class T, int rank>
std::vector<BoundaryEdge> boundary_of(const Execution& on, const BoundaryForestSpec& spec, ConstImageView level,
                                      ConstImageView limit, const BoundaryTuning& tuning) {
  using Forest = TileForest<T, rank>;
  const Lattice lattice = lattice_of<Forest>(limit.shape(), spec.edges, tuning.tile);
  require_memory(on.scratch_memory, needed_bytes<Forest>(lattice, worker_count(on)));
  return joined(spec, limit, lattice, list_of(forests_of_tiles<Forest>(on, spec, level, limit, lattice)));
}

}  // namespace

std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec& spec, ConstImageView level,
                                          ConstImageView limit, const BoundaryTuning& tuning) {
  if (limit.shape().count() == 0) return {};
  return with_bits(limit.dtype(), [&]<class T>(std::type_identity<T>) {
    return limit.rank() == 2 ? boundary_of<T, 2>(on, spec, level, limit, tuning)
                             : boundary_of<T, 3>(on, spec, level, limit, tuning);
  });
}

std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec& spec, ConstImageView level,
                                          ConstImageView limit) {
  return boundary_forest(on, spec, level, limit, {});
}

}  // namespace preamar::cpu
