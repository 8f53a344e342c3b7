// A flood by single cells, for a tile of rank 2 into which little water flows. A corridor one cell wide costs a few
// steps per cell instead of loading, sweeping and storing the whole tile.
#pragma once

#include "backends/cpu/flood/flood.h"
#include "backends/cpu/tile_grid.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

// Operates on the image in place and keeps the tile's edges up to date.
template <class T>
class Trickle {
 public:
  static constexpr int most_seeds = 8;

  Trickle(const FloodJob<T>& job, std::int64_t tile)
      : job_(job),
        keys_(job.keys),
        tile_(tile),
        side_(job.grid.side),
        most_cells_(std::min(4 * side_, capacity)),
        limit_pitch_(job.limit.row_stride / static_cast<std::int64_t>(sizeof(T))),
        state_pitch_(job.state.row_stride / static_cast<std::int64_t>(sizeof(T))) {
    const Extent3 at = job.grid.place(tile);
    const std::int64_t y = at.rows * side_, x = at.columns * side_;
    limit_ = reinterpret_cast<const T*>(job.limit.data + y * job.limit.row_stride) + x;
    state_ = reinterpret_cast<T*>(const_cast<std::byte*>(job.state.data) + y * job.state.row_stride) + x;
    rows_ = static_cast<int>(std::min<std::int64_t>(side_, job.grid.cells.rows - y));
    columns_ = static_cast<int>(std::min<std::int64_t>(side_, job.grid.cells.columns - x));
  }

  // Raises a cell from outside the tile. Water that enters over a row may run along its column, where each cell is on
  // its own cache line: prefetching all of them now overlaps their latencies.
  void seed(int y, int x, T level) {
    if (level <= keys_.key(state_[y * state_pitch_ + x])) return;
    raise(y, x, level);
    if (x > 0 && x + 1 < columns_)
      for (int row = 0; row < rows_; ++row) {
        hwy::Prefetch(limit_ + row * limit_pitch_ + x);
        hwy::Prefetch(state_ + row * state_pitch_ + x);
      }
  }

  // Returns true at the fixed point. Returns false if too many cells were raised, so that sweeping the tile is faster;
  // sweeping may continue from here.
  bool run() {
    const int neighbours = job_.connectivity == 1 ? 4 : 8;
    std::array<std::int64_t, 8> to_limit, to_state;
    for (std::size_t i = 0; i < 8; ++i) {
      to_limit[i] = steps[i].y * limit_pitch_ + steps[i].x;
      to_state[i] = steps[i].y * state_pitch_ + steps[i].x;
    }
    for (int next = 0; next < count_; ++next) {
      if (count_ + 8 > most_cells_) return false;
      const Cell cell = cells_[next];
      const bool inner = cell.y > 0 && cell.x > 0 && cell.y + 1 < rows_ && cell.x + 1 < columns_;
      const T* const limit = limit_ + cell.y * limit_pitch_ + cell.x;
      const T* const state = state_ + cell.y * state_pitch_ + cell.x;
      const T level = keys_.key(*state);
      for (int i = 0; i < neighbours; ++i) {
        const auto step = static_cast<std::size_t>(i);
        const int y = cell.y + steps[step].y, x = cell.x + steps[step].x;
        if (!inner && (y < 0 || x < 0 || y >= rows_ || x >= columns_)) continue;
        const T offer = std::min(level, keys_.key(limit[to_limit[step]]));
        if (offer > keys_.key(state[to_state[step]])) raise(y, x, offer);
      }
    }
    return true;
  }

  // The neighbouring tiles that see a change.
  [[nodiscard]] std::uint32_t wakes() const { return wakes_; }

 private:
  struct Cell {
    std::int16_t y, x;
  };
  static constexpr int capacity = 512;
  static constexpr std::array<Cell, 8> steps = {{{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

  // Queues the cell: run() lets it offer to its neighbours.
  void raise(int y, int x, T level) {
    state_[y * state_pitch_ + x] = keys_.bits(level);
    cells_[static_cast<std::size_t>(count_++)] = {static_cast<std::int16_t>(y), static_cast<std::int16_t>(x)};
    if (y == 0 || x == 0 || y == side_ - 1 || x == side_ - 1) show(y, x, level);
  }

  void show(int y, int x, T level) {
    const int dy = y == 0 ? -1 : y == side_ - 1 ? 1 : 0, dx = x == 0 ? -1 : x == side_ - 1 ? 1 : 0;
    if (dy != 0) write_shared_cell(level, job_.levels.line(tile_, 0, dy < 0 ? Edges<T>::top : Edges<T>::bottom), x);
    if (dx != 0) write_shared_cell(level, job_.levels.line(tile_, 0, dx < 0 ? Edges<T>::left : Edges<T>::right), y);
    if (dy != 0) wakes_ |= 1u << towards(0, dy, 0);
    if (dx != 0) wakes_ |= 1u << towards(0, 0, dx);
    if (dy != 0 && dx != 0) wakes_ |= 1u << towards(0, dy, dx);
  }

  const FloodJob<T>& job_;
  const Keys<T> keys_;
  std::int64_t tile_;
  int side_, most_cells_, rows_, columns_;
  std::int64_t limit_pitch_, state_pitch_;  // in cells
  const T* limit_;
  T* state_;
  std::array<Cell, capacity> cells_;  // raised cells, in the order in which they offer
  int count_ = 0;
  std::uint32_t wakes_ = 0;
};

}  // namespace preamar::cpu
