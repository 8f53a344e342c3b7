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
  using Key = EdgeKey<K, std::int64_t>;

  Forest(const WatershedJob& job, const K* cell_ranks)
      : ranks(cell_ranks), parts(job.image.shape().count()), base(job.grid.count()) {}

  const K* ranks;
  Buffer<std::uint32_t> parts;        // per cell; no_part if no marker can be reached
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
  void stay_inside(const TileBox& box);
  template <class L>
  void number_components(const TileBox& box);
  void follow(const TileBox& box);
  void border_components(const TileBox& box);
  void collect_edges(const TileBox& box);
  void number_parts();
  void reduce_edges();
  void store(const TileBox& box, std::int64_t tile);
  [[nodiscard]] std::int64_t image_index(const TileBox& box, std::int64_t at) const;
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

// Adds the edges from the cells of a tile to later tiles.
template <class K>
void add_seams(const WatershedJob& job, Forest<K>& forest, std::int64_t tile);

}  // namespace preamar::cpu
