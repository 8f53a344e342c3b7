#include "backends/cpu/wavefront.h"

#include "backends/cpu/workers.h"
#include "core/error_text.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace preamar::cpu {
namespace {

// A tile is queued at most once. A wake during a visit makes it `again`, so that it is queued once more afterwards.
enum State : std::uint8_t { idle, queued, running, again };

// The tiles that wait for one worker; others steal from it when they have none.
class Queue {
 public:
  void push(std::int64_t tile) {
    const std::lock_guard lock(mutex_);
    tiles_.push_back(tile);
  }

  bool pop(std::int64_t& tile, std::uint64_t& random) {
    const std::lock_guard lock(mutex_);
    if (tiles_.empty()) return false;
    if (random) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      std::swap(tiles_.front(), tiles_[(random >> 33) % tiles_.size()]);
    }
    tile = tiles_.front();
    tiles_.pop_front();
    return true;
  }

 private:
  std::mutex mutex_;
  std::deque<std::int64_t> tiles_;
};

class Wavefront {
 public:
  Wavefront(const Execution& on, const TileGrid& grid, int workers,
            const std::function<std::uint32_t(std::int64_t, int)>& visit)
      : on_(on),
        grid_(grid),
        visit_(visit),
        states_(static_cast<std::size_t>(grid.count())),
        queues_(static_cast<std::size_t>(workers)),
        pending_(grid.count()) {
    for (std::int64_t tile = 0; tile < grid.count(); ++tile) {
      state(tile).store(queued, std::memory_order_relaxed);
      queues_[static_cast<std::size_t>(tile * workers / grid.count())].push(tile);
    }
  }

  void work(int worker, std::uint64_t shuffle) {
    std::uint64_t random = shuffle ? shuffle + static_cast<std::uint64_t>(worker) : 0;
    int idle_turns = 0;
    while (pending_.load(std::memory_order_acquire) > 0 && !ended_.load(std::memory_order_relaxed)) {
      std::int64_t tile = 0;
      if (next(worker, tile, random)) {
        idle_turns = 0;
        run(tile, worker);
      } else if (++idle_turns < 64) {
        std::this_thread::yield();
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
    }
  }

  [[nodiscard]] std::int64_t visits() const { return visits_.load(); }

 private:
  std::atomic<State>& state(std::int64_t tile) { return states_[static_cast<std::size_t>(tile)]; }

  bool next(int worker, std::int64_t& tile, std::uint64_t& random) {
    const auto count = static_cast<int>(queues_.size());
    for (int i = 0; i < count; ++i)
      if (queues_[static_cast<std::size_t>((worker + i) % count)].pop(tile, random)) return true;
    return false;
  }

  void run(std::int64_t tile, int worker) {
    if (on_.stop.stop_requested()) fail("stopped");
    // Set before the visit reads a neighbour: a neighbour that publishes later finds `running` and asks for another.
    state(tile).exchange(running, std::memory_order_acq_rel);
    std::uint32_t wakes = 0;
    try {
      wakes = visit_(tile, worker);
    } catch (...) {
      ended_.store(true, std::memory_order_relaxed);
      throw;
    }
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
    pending_.fetch_sub(1, std::memory_order_acq_rel);  // after all wakes: zero means rest
  }

  void wake(std::int64_t tile, int worker) {
    // Always a read-modify-write, even where the state stays: it orders what was published before it.
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
    queues_[static_cast<std::size_t>(worker)].push(tile);
  }

  void report() {
    const std::unique_lock lock(progress_mutex_, std::try_to_lock);
    if (!lock) return;
    const auto pending = static_cast<double>(pending_.load(std::memory_order_relaxed));
    progress_ = std::max(progress_, 1.0 - pending / static_cast<double>(grid_.count()));
    on_.progress(progress_);
  }

  [[noreturn]] void fail(const char* why) {
    ended_.store(true, std::memory_order_relaxed);
    throw Error(ErrorKind::stopped, text("propagate: ", why));
  }

  const Execution& on_;
  const TileGrid& grid_;
  const std::function<std::uint32_t(std::int64_t, int)>& visit_;
  std::vector<std::atomic<State>> states_;
  std::vector<Queue> queues_;
  std::atomic<std::int64_t> pending_;  // tiles queued or running
  std::atomic<std::int64_t> visits_{0};
  std::atomic<bool> ended_{false};
  std::mutex progress_mutex_;
  double progress_ = 0;
};

}  // namespace

std::int64_t run_wavefront(const Execution& on, const TileGrid& grid, int workers, std::uint64_t shuffle,
                           const std::function<std::uint32_t(std::int64_t, int)>& visit) {
  Wavefront wavefront(on, grid, workers, visit);
  run_workers(workers, [&](int worker) { wavefront.work(worker, shuffle); });
  if (on.progress) on.progress(1.0);
  return wavefront.visits();
}

}  // namespace preamar::cpu
