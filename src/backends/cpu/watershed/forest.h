// The watershed by tiles: each tile is contracted independently, then the remaining graph of all tiles is contracted.
#pragma once

#include "backends/cpu/watershed/contraction.h"
#include "backends/cpu/watershed/rank_rows.h"
#include "backends/cpu/watershed/watershed_job.h"

#include <mutex>

namespace preamar::cpu {

inline constexpr std::uint32_t no_part = ~std::uint32_t{0};

// The remaining graph of contracted tiles: parts, which contain a marker or touch another tile, and the edges between
// them. A part is numbered within its tile; its node is base[tile] plus that number.
template <class K>
struct Forest {
  using Key = EdgeKey<K, std::uint64_t>;
  using Graph = Contraction<Key, std::int64_t>;

  Forest(const WatershedJob& job, const K* field_ranks)
      : ranks(field_ranks), parts(job.block.shape.count()), base(job.grid.count()) {}

  // The node of a cell of the block; -1 if it has none.
  [[nodiscard]] std::int64_t node(const TileGrid& grid, std::int64_t z, std::int64_t y, std::int64_t x) const {
    const std::uint32_t part = parts[(z * grid.cells.rows + y) * grid.cells.columns + x];
    const std::int64_t tile = (z / grid.depth * grid.tiles.rows + y / grid.side) * grid.tiles.columns + x / grid.side;
    return part == no_part ? -1 : base[tile] + part;
  }

  const K* ranks;
  Buffer<std::uint32_t> parts;        // per cell of the block; no_part if neither a marker nor the border is reached
  Buffer<std::int64_t> base;          // per tile
  std::mutex mutex;                   // protects the members below
  GrowingArray<std::uint64_t> names;  // per node: its marker's label, or 0
  GrowingArray<GraphEdge<Key, std::int64_t>> edges;
};

// Contracts tiles, one after another.
template <class K>
class TileContraction {
 public:
  TileContraction(const WatershedJob& job, Forest<K>& forest)
      : job_(job),
        forest_(forest),
        ranks_(job.frame.count + row_slack),
        up_(job.frame.count + row_slack),
        goes_(job.frame.count + row_slack),
        row_(job.frame.width + row_slack) {
    std::fill_n(goes_.data(), goes_.count(), nothing());  // entries that are never written: no choice
  }
  void run(std::int64_t tile);

 private:
  using Key = EdgeKey<K, std::uint32_t>;
  using Graph = Contraction<Key, std::uint32_t>;
  using Number = typename RankRows<K>::Number;

  // Values of up_: the index of another cell or, with this bit, the number of a component, or a wall or a cell outside.
  static constexpr std::uint32_t numbered = 0x80000000, wall = 0xFFFFFFFF;

  template <class L>
  void choose_neighbours(const TileBox& box);
  template <class F>
  void for_border(const TileBox& box, F f) const;
  template <class L>
  void root_border(const TileBox& box);
  void stay_inside(const TileBox& box);
  template <class L>
  void number_components(const TileBox& box);
  void follow(const TileBox& box);
  void border_components(const TileBox& box);
  void collect_edges(const TileBox& box);
  void number_parts();
  void reduce_edges();
  void store(const TileBox& box, std::int64_t tile);
  // For a cell without a choice, and for a wall or a cell outside.
  [[nodiscard]] Number nowhere() const { return static_cast<Number>(job_.frame.offsets.size()); }
  [[nodiscard]] Number nothing() const { return static_cast<Number>(job_.frame.offsets.size() + 1); }
  [[nodiscard]] std::uint32_t component(std::int64_t at) const { return up_[at] & ~numbered; }

  const WatershedJob& job_;
  Forest<K>& forest_;
  Buffer<K> ranks_;
  Buffer<std::uint32_t> up_;
  const RankRows<K> rows_ = rank_rows<K>();
  Buffer<Number> goes_;       // the number of the neighbour that a cell chooses; `nowhere` if it chooses none
  Buffer<std::int32_t> row_;  // positions in a row
  Graph graph_, between_;
  GrowingArray<std::uint64_t> labels_;   // per component
  GrowingArray<std::uint32_t> part_of_;  // per component
  GrowingArray<std::uint64_t> names_;    // per part
  GrowingArray<std::uint32_t> kept_;     // positions of edges
};

template <class K>
void contract_tiles(const WatershedJob& job, Forest<K>& forest) {
  for_tiles(job, job.grid,
            [&] { return [own = TileContraction<K>(job, forest)](std::int64_t tile) mutable { own.run(tile); }; });
}

// Contracts the graph of all tiles, whose edges it takes from the forest. The border cells of the block are roots, as
// markers are. Afterwards each node is in a tree with a root, or reaches none.
template <class K>
typename Forest<K>::Graph join_tiles(const WatershedJob& job, Forest<K>& forest);

// Gives each node the name of its tree.
template <class K>
void name_nodes(Forest<K>& forest, typename Forest<K>::Graph graph) {
  for (std::int64_t node = 0; node < forest.names.size(); ++node) forest.names[node] = forest.names[graph.tree(node)];
}

}  // namespace preamar::cpu
