#include "backends/cpu/boundary_forest/tile_forest.h"

#include "backends/cpu/boundary_forest/radix.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace preamar::cpu {
namespace {

// Table for a ring of eight cells (low 8 bits) and the number of one set cell (above them): the first cell of each run
// of set cells, except the run of that one cell.
constexpr auto other_runs = [] {
  std::array<std::uint8_t, 8 * 256> firsts{};
  for (unsigned around = 0; around < firsts.size(); ++around) {
    const auto ring = static_cast<std::uint8_t>(around);
    unsigned first = around >> 8;
    for (int step = 0; step < 8 && ring >> ((first + 7) % 8) & 1; ++step) first = (first + 7) % 8;
    firsts[around] = static_cast<std::uint8_t>(ring & ~std::rotl(ring, 1) & ~(1U << first));
  }
  return firsts;
}();

}  // namespace

template <class T, int rank>
TileForest<T, rank>::TileForest(const BoundaryForestSpec& spec, ConstImageView level, ConstImageView limit,
                                const Lattice& lattice)
    : spec_(spec),
      level_(level),
      limit_(limit),
      lattice_(lattice),
      key_of_(limit.dtype(), spec.order),
      cube_(spec.connectivity),
      alive_row_(alive_row<T, L>()),
      keys_(frame_room),
      peaks_(frame_room),
      passes_(frame_room),
      around_(frame_room),
      up_(frame_room),
      number_(frame_room) {
  if constexpr (rank == 2)
    climb_ = climb_2<L>(spec.connectivity);
  else
    climb_ = climb_3<L>(spec.connectivity);
}

// The index of a cell of the tile.
template <class Frame>
std::int64_t index_in(const LatticeTile& tile, std::int64_t z, std::int64_t y, std::int64_t x) {
  const std::int64_t plane = z - tile.begin.planes + (Frame::planes > 1 ? 1 : 0);
  return (plane << Frame::plane_shift) + ((y - tile.begin.rows + 1) << Frame::row_shift) + x - tile.begin.columns + 1;
}

// Calls f(z, y) for the rows of a tile.
template <class F>
void for_rows(const LatticeTile& tile, const F& f) {
  for (std::int64_t z = tile.begin.planes; z < tile.end.planes; ++z)
    for (std::int64_t y = tile.begin.rows; y < tile.end.rows; ++y) f(z, y);
}

template <class T, int rank>
void TileForest<T, rank>::fill_keys(const LatticeTile& tile) {
  const auto cells = [&](ConstImageView image, std::int64_t z, std::int64_t y) {
    const auto* const row = static_cast<const std::byte*>(image.data()) + (rank == 3 ? z * image.stride(0) : 0) +
                            y * image.stride(rank - 2);
    return reinterpret_cast<const T*>(row) + tile.begin.columns;
  };
  std::fill_n(keys_.data(), keys_.count(), L{0});
  for_rows(tile, [&](std::int64_t z, std::int64_t y) {
    alive_row_(key_of_, spec_.keeps_full, cells(level_, z, y), cells(limit_, z, y),
               tile.end.columns - tile.begin.columns, keys_.data() + index_in<Frame>(tile, z, y, tile.begin.columns));
  });
}

template <class T, int rank>
void TileForest<T, rank>::climb(const LatticeTile& tile) {
  heights_ = {peaks_.data(), passes_.data(), around_.data()};
  for_rows(tile, [&](std::int64_t z, std::int64_t y) {
    climb_(keys_.data(), index_in<Frame>(tile, z, y, tile.begin.columns), tile.end.columns - tile.begin.columns,
           up_.data(), heights_);
  });
  for (std::int64_t peak = 0; peak < heights_.peak_count; ++peak)
    number_[static_cast<std::int64_t>(peaks_[peak])] = static_cast<std::uint16_t>(peak);
}

template <class T, int rank>
std::uint16_t TileForest<T, rank>::far_root(std::int64_t cell) {
  std::uint16_t root = up_[cell];
  while (up_[root] != root) root = up_[root];
  while (up_[cell] != root) cell = std::exchange(up_[cell], root);
  return root;
}

// Most peaks are near, and a peak points to itself: four unconditional steps cost less than a loop with unpredictable
// length.
template <class T, int rank>
std::uint16_t TileForest<T, rank>::peak_of(std::int64_t cell) {
  std::uint16_t root = up_[up_[up_[up_[cell]]]];
  if (up_[root] != root) root = far_root(cell);
  return number_[root];
}

template <class T, int rank>
void TileForest<T, rank>::meet(std::int64_t cell, std::int64_t offset) {
  const std::uint16_t peak = peak_of(cell), other = peak_of(cell + offset);
  if (peak != other) events_.push({keys_[cell], peak, other});
}

// Meets one neighbour per connected part of the greater ones. Skips the part of the largest, which the cell points to
// already.
template <class T, int rank>
void TileForest<T, rank>::collect_ways(std::int64_t cell, std::uint32_t around) {
  if constexpr (rank == 2) {
    constexpr std::int64_t row = 1 << Frame::row_shift;
    constexpr std::int64_t offsets[] = {-row, -row + 1, 1, row + 1, row, row - 1, -1, -row - 1};
    for (unsigned ways = other_runs[around]; ways != 0; ways &= ways - 1) meet(cell, offsets[std::countr_zero(ways)]);
  } else {
    const std::uint32_t greater = around & ((std::uint32_t{1} << cube_cells) - 1);
    std::uint32_t rest = greater & cube_.ways() & ~cube_.connected(static_cast<int>(around >> cube_cells), greater);
    while (rest != 0) {
      const int way = std::countr_zero(rest);
      const std::int64_t z = way / 9 - 1, y = way / 3 % 3 - 1, x = way % 3 - 1;
      meet(cell, z * (1 << Frame::plane_shift) + y * (1 << Frame::row_shift) + x);
      rest &= ~cube_.connected(way, greater);
    }
  }
}

template <class T, int rank>
void TileForest<T, rank>::collect_passes() {
  for (std::int64_t i = 0; i < heights_.pass_count; ++i)
    collect_ways(static_cast<std::int64_t>(passes_[i]), static_cast<std::uint32_t>(around_[i]));
}

template <class T, int rank>
void TileForest<T, rank>::collect_nodes(const LatticeTile& tile) {
  nodes_.clear();
  lattice_.for_nodes(tile, [&](std::int64_t z, std::int64_t y, std::int64_t x, std::int64_t node) {
    const std::int64_t cell = index_in<Frame>(tile, z, y, x);
    if (keys_[cell] == 0) return;
    events_.push({keys_[cell], peak_of(cell), static_cast<std::uint16_t>(is_node | nodes_.size())});
    nodes_.push(static_cast<std::uint32_t>(node));
  });
}

template <class T, int rank>
void TileForest<T, rank>::join() {
  sorted_.resize(events_.size());
  const Event* const events = sort_descending(events_.begin(), sorted_.begin(), events_.size());
  trees_.reset(heights_.peak_count);
  for (std::int64_t i = 0; i < events_.size(); ++i) {
    const auto [key, peak, other] = events[i];
    const auto add = [&, width = key](std::uint16_t a, std::uint16_t b) {
      edges_.push({static_cast<decltype(Edge::key)>(width), nodes_[a], nodes_[b]});
    };
    if (other & is_node) {
      const auto node = static_cast<std::uint16_t>(other & ~is_node);
      trees_.speak(peak, node, [&](std::uint16_t speaker) { add(speaker, node); });
    } else {
      trees_.join(peak, other, add);
    }
  }
}

template <class T, int rank>
auto TileForest<T, rank>::run(const LatticeTile& tile) -> std::vector<Edge> {
  fill_keys(tile);
  climb(tile);
  events_.clear();
  edges_.clear();
  collect_nodes(tile);
  if (nodes_.size() > 1) {
    collect_passes();
    join();
  }
  return {edges_.begin(), edges_.end()};
}

template class TileForest<std::uint8_t, 2>;
template class TileForest<std::uint16_t, 2>;
template class TileForest<std::uint32_t, 2>;
template class TileForest<std::uint64_t, 2>;
template class TileForest<std::uint8_t, 3>;
template class TileForest<std::uint16_t, 3>;
template class TileForest<std::uint32_t, 3>;
template class TileForest<std::uint64_t, 3>;

}  // namespace preamar::cpu
