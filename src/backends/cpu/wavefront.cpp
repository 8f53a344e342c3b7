#include "backends/cpu/wavefront.h"

#include "backends/cpu/workers.h"
#include "core/error_text.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace preamar::cpu {
namespace {

// A tile is queued at most once. A wake during a visit sets `again`, so that it is queued once more afterwards.
enum State : std::uint8_t { idle, queued, running, again };

constexpr std::int64_t none = -1;

// The waiting tiles of one row: first in, first out. Unlike a std::deque it allocates nothing until it is first used;
// most rows are empty most of the time.
class Row {
 public:
  [[nodiscard]] bool empty() const { return first_ == tiles_.size(); }
  [[nodiscard]] std::size_t size() const { return tiles_.size() - first_; }
  void push(std::int64_t tile) { tiles_.push_back(tile); }
  std::int64_t pop() {
    const std::int64_t tile = tiles_[first_++];
    if (empty() || first_ == compact_at) {
      tiles_.erase(tiles_.begin(), tiles_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
    return tile;
  }
  void bring_forward(std::size_t index) { std::swap(tiles_[first_], tiles_[first_ + index]); }

 private:
  static constexpr std::size_t compact_at = 1024;
  std::vector<std::int64_t> tiles_;
  std::size_t first_ = 0;
};

// The tiles that wait for one worker; idle workers steal from it. Tiles are grouped by row of tiles, and a cursor
// sweeps over the rows, down and up again: water travels far with the sweep, and a tile that is woken close behind the
// cursor is visited while its cells are still in the cache.
class Queue {
 public:
  explicit Queue(std::int64_t rows) : rows_(static_cast<std::size_t>(rows)) {}

  void push(std::int64_t tile, std::int64_t row) {
    const std::lock_guard lock(mutex_);
    rows_[static_cast<std::size_t>(row)].push(tile);
    ++count_;
  }

  // Empty if at most `left` tiles would remain.
  std::int64_t pop(std::uint64_t& random, std::int64_t left) {
    const std::lock_guard lock(mutex_);
    if (count_ <= left) return none;
    if (random) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      cursor_ = static_cast<std::int64_t>((random >> 33) % rows_.size());
    }
    Row& row = rows_[static_cast<std::size_t>(next_row())];
    if (random) row.bring_forward((random >> 33) % row.size());
    --count_;
    return row.pop();
  }

 private:
  // The next row with tiles that the cursor, or its tail, reaches; one must exist.
  std::int64_t next_row() {
    // 0 was a third slower on noise and a tenth on tissue-h, and up to a tenth faster on tissue-border.
    constexpr int tail = 2;
    const auto rows = static_cast<std::int64_t>(rows_.size());
    for (;;) {
      for (int behind = tail; behind >= 0; --behind) {
        const std::int64_t row = cursor_ - behind * direction_;
        if (row >= 0 && row < rows && !rows_[static_cast<std::size_t>(row)].empty()) return row;
      }
      if (cursor_ + direction_ < 0 || cursor_ + direction_ >= rows)
        direction_ = -direction_;
      else
        cursor_ += direction_;
    }
  }

  std::mutex mutex_;
  std::vector<Row> rows_;
  std::int64_t count_ = 0, cursor_ = 0, direction_ = 1;
};

class Wavefront {
 public:
  Wavefront(const Execution& on, const TileGrid& grid, int workers, TileWork& tile_work)
      : on_(on),
        grid_(grid),
        work_(tile_work),
        states_(static_cast<std::size_t>(grid.count())),
        pending_(grid.count()) {
    for (int worker = 0; worker < workers; ++worker) queues_.emplace_back(grid.tiles.planes * grid.tiles.rows);
    for (std::int64_t tile = 0; tile < grid.count(); ++tile) {
      state(tile).store(queued, std::memory_order_relaxed);
      queues_[static_cast<std::size_t>(tile * workers / grid.count())].push(tile, tile / grid.tiles.columns);
    }
  }

  // An exception in a visit or a callback also ends the other workers: they would wait for this worker's tile.
  void work(int worker, std::uint64_t shuffle) {
    try {
      visit_until_rest(worker, shuffle);
    } catch (...) {
      ended_.store(true, std::memory_order_relaxed);
      throw;
    }
  }

  [[nodiscard]] std::int64_t visits() const { return visits_.load(); }

 private:
  void visit_until_rest(int worker, std::uint64_t shuffle) {
    std::uint64_t random = shuffle ? shuffle + static_cast<std::uint64_t>(worker) : 0;
    int idle_turns = 0;
    std::int64_t tile = none, ahead = none;
    while (pending_.load(std::memory_order_acquire) > 0 && !ended_.load(std::memory_order_relaxed)) {
      if (tile == none) tile = queue(worker).pop(random, 0);
      if (tile == none) tile = steal(worker, random, idle_turns < patience ? 1 : 0);
      if (tile == none) {
        wait(++idle_turns);
        continue;
      }
      idle_turns = 0;
      ahead = queue(worker).pop(random, 0);
      if (ahead != none) work_.expect(ahead);
      run(tile, worker);
      tile = ahead;
    }
  }

  std::atomic<State>& state(std::int64_t tile) { return states_[static_cast<std::size_t>(tile)]; }

  Queue& queue(int worker) { return queues_[static_cast<std::size_t>(worker)]; }

  // Leave another worker's last tile to it for a while: if water runs in one thread, as in a corridor, stealing it
  // would only move the cells between caches. Not for ever: that worker may not have started yet.
  static constexpr int patience = 12;
  std::int64_t steal(int worker, std::uint64_t& random, std::int64_t left) {
    const auto count = static_cast<int>(queues_.size());
    for (int i = 1; i < count; ++i)
      if (const std::int64_t tile = queue((worker + i) % count).pop(random, left); tile != none) return tile;
    return none;
  }

  // On a busy machine a yield may last a time slice of another program, so yield rarely.
  static void wait(int turn) {
    if (turn < 4)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

  void run(std::int64_t tile, int worker) {
    if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "propagate: stopped");
    // Set before the visit reads a neighbour: a neighbour that publishes later finds `running` and requests another
    // visit.
    state(tile).exchange(running, std::memory_order_acq_rel);
    std::uint32_t wakes = work_.visit(tile, worker);
    const Extent3 at = grid_.place(tile);
    for (; wakes; wakes &= wakes - 1) {
      const int direction = std::countr_zero(wakes);
      const std::int64_t other = grid_.neighbour(at, direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1);
      if (other >= 0) wake(other, worker);
    }
    State expected = running;
    if (!state(tile).compare_exchange_strong(expected, idle, std::memory_order_acq_rel)) {
      state(tile).exchange(queued, std::memory_order_acq_rel);
      push(tile, worker);
    }
    const std::int64_t visits = visits_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (on_.progress && visits % 64 == 0) report();
    pending_.fetch_sub(1, std::memory_order_acq_rel);  // after all wakes: zero means the fixed point
  }

  void wake(std::int64_t tile, int worker) {
    // Always a read-modify-write, even if the state stays: it orders what was published before it.
    State seen = state(tile).load(std::memory_order_relaxed);
    for (;;) {
      const State next = seen == idle ? queued : seen == running ? again : seen;
      if (!state(tile).compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_relaxed))
        continue;
      if (seen == idle) push(tile, worker);
      return;
    }
  }

  void push(std::int64_t tile, int worker) {
    pending_.fetch_add(1, std::memory_order_relaxed);
    queues_[static_cast<std::size_t>(worker)].push(tile, tile / grid_.tiles.columns);
  }

  void report() {
    const std::unique_lock lock(progress_mutex_, std::try_to_lock);
    if (!lock) return;
    const auto pending = static_cast<double>(pending_.load(std::memory_order_relaxed));
    progress_ = std::max(progress_, 1.0 - pending / static_cast<double>(grid_.count()));
    on_.progress(progress_);
  }

  const Execution& on_;
  const TileGrid& grid_;
  TileWork& work_;
  std::vector<std::atomic<State>> states_;
  std::deque<Queue> queues_;
  std::atomic<std::int64_t> pending_;  // tiles queued or running
  std::atomic<std::int64_t> visits_{0};
  std::atomic<bool> ended_{false};
  std::mutex progress_mutex_;
  double progress_ = 0;
};

}  // namespace

std::int64_t run_wavefront(const Execution& on, const TileGrid& grid, int workers, std::uint64_t shuffle,
                           TileWork& work) {
  Wavefront wavefront(on, grid, workers, work);
  run_workers(workers, [&](int worker) { wavefront.work(worker, shuffle); });
  if (on.progress) on.progress(1.0);
  return wavefront.visits();
}

}  // namespace preamar::cpu
