// The forest of the nodes of one tile. One step of Boruvka's algorithm makes every cell point at its largest
// neighbour, because no path over other neighbours is better. One node per peak remains. Two hills meet at the highest
// cell that connects greater neighbours of both; Kruskal's algorithm joins their peaks there.
#pragma once

#include "backends/cpu/boundary_forest/border_union_find.h"
#include "backends/cpu/boundary_forest/climb.h"
#include "backends/cpu/boundary_forest/cube.h"
#include "backends/cpu/boundary_forest/lattice.h"
#include "backends/cpu/growing_array.h"
#include "core/memory.h"
#include "primitives/boundary_forest.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace preamar::cpu {
using namespace primitives;

// Two nodes of the lattice, and the key at which they are joined.
template <class K>
struct NodeEdge {
  K key;
  std::uint32_t a, b;
};

template <class T, int rank>
class TileForest {
 public:
  using L = Lane<T, rank>;
  using Frame = std::conditional_t<rank == 2, Frame2, Frame3>;
  using Edge = NodeEdge<std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>>;

  TileForest(const BoundaryForestSpec& spec, ConstImageView level, ConstImageView limit, const Lattice& lattice);
  // Upper bound of scratch without the edges: keys, indices and lists of a frame, and at most three events per cell,
  // twice for sorting.
  [[nodiscard]] static constexpr std::int64_t scratch_bytes() {
    return frame_room * static_cast<std::int64_t>(4 * sizeof(L) + 4 + 3 * 2 * sizeof(Event));
  }

  // The edges of a tile, fewer than it has nodes.
  [[nodiscard]] std::vector<Edge> run(const LatticeTile& tile);

 private:
  // An event at a key: two peaks meet, or a node joins its peak.
  struct Event {
    L key;
    std::uint16_t peak, other;
  };
  static constexpr std::uint16_t is_node = 0x8000;  // flag in `other`: the remaining bits are a position in nodes_

  void fill_keys(const LatticeTile& tile);
  void climb(const LatticeTile& tile);
  std::uint16_t peak_of(std::int64_t cell);
  std::uint16_t far_root(std::int64_t cell);
  void collect_passes();
  void collect_ways(std::int64_t cell, std::uint32_t around);
  void meet(std::int64_t cell, std::int64_t offset);
  void collect_nodes(const LatticeTile& tile);
  void join();

  const BoundaryForestSpec& spec_;
  ConstImageView level_;
  ConstImageView limit_;
  const Lattice& lattice_;
  Keys<T> key_of_;
  Cube cube_;
  AliveRow<T, L> alive_row_;
  Climb<L> climb_;
  Buffer<L> keys_, peaks_, passes_, around_;
  Buffer<std::uint16_t> up_, number_;  // per peak's cell: the number of the peak
  Heights<L> heights_{};
  GrowingArray<Event> events_, sorted_;
  GrowingArray<std::uint32_t> nodes_;
  GrowingArray<Edge> edges_;
  BorderUnionFind<std::uint16_t> trees_;
};

}  // namespace preamar::cpu
