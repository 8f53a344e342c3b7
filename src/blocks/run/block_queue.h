// A queue of blocks that exchange border values until none changes (RelaxationKind in blocks/families/algorithm.h).
//
// Every block is visited once. It is visited again when a neighbour publishes a border value below the one that the
// block assumed for this cell; the block with the smallest such value is first. All published values are upper bounds
// of the final ones, and at the end no block would compute others from its neighbours' values. So a cell whose value
// were too high would have a predecessor with a smaller final value that is too high as well: all values are final.
//
// Values are stored in the state of the run; a few bytes per block are in memory.
#pragma once

#include "blocks/program/block_size.h"
#include "blocks/program/tree.h"
#include "blocks/run/seam_exchange.h"
#include "blocks/state/seam_store.h"
#include "blocks/workers/worker_pool.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <tuple>
#include <vector>

namespace preamar::blocks {

class BlockQueue {
 public:
  struct Calls {
    // Reads the block, calls `relax` with these values around it, and stores the result.
    std::function<SeamValues(std::int64_t block, const std::vector<std::uint64_t>& around)> visit;
    // Whether stored values of an earlier process may be used; called before the first visit.
    std::function<bool(std::int64_t block)> may_reuse;
    // A block is to be visited again.
    std::function<void()> on_wake;
    // A block has stored values and needs no first visit.
    std::function<void()> on_reuse;
  };

  // `starts_around`: the first visit of a block receives the values that its neighbours have published by then.
  BlockQueue(const Tree& tree, SeamStore& seams, bool starts_around, Calls calls);

  // Returns when no block is left. Throws what a visit throws.
  void run(WorkerPool& workers);

 private:
  enum class State : std::uint8_t {
    stored,     // values of an earlier process may exist
    unvisited,  // the first visit is due
    idle,
    running,
  };
  struct Entry {
    std::uint64_t pending = UINT64_MAX;  // the smallest value that wakes the block
    std::uint32_t news = 0;              // a bit per direction whose block has values that this one has not used
    State state = State::idle;
    bool is_queued = false;
  };
  // Order of visits: see key_of().
  using Key = std::tuple<int, std::uint64_t, std::int64_t>;
  // A tree has twice as many nodes as blocks; the rest are nodes of the queue and of the index of stored values.
  static_assert(2 * sizeof(Entry) + sizeof(Key) + 40 + 64 <= exchange_bytes_per_block);
  // A block while a worker processes it.
  struct Visit {
    std::int64_t block;
    Box box;
    std::vector<BlockNeighbour> neighbours{};
    std::vector<std::uint64_t> old_border{};  // empty at the first visit
    SeamValues values{};
  };

  void serve_on(WorkerPool& workers, int count);
  void serve();
  // `before`: the state of the block when it was taken off the queue.
  void process(std::int64_t block, State before);
  // The values that a block receives: those it assumed before, lowered by the news.
  [[nodiscard]] std::vector<std::uint64_t> values_around(Visit& visit, std::uint32_t news);
  // Wakes a neighbour if values at the block's border fell below those that the neighbour assumed.
  void notify(const Visit& visit, const BlockNeighbour& neighbour);
  // Ends the visit; the block is queued again if news arrived that matter.
  void settle(const Visit& visit);

  // These need the lock.
  [[nodiscard]] Entry& entry(std::int64_t block) { return entries_[static_cast<std::size_t>(block)]; }
  [[nodiscard]] Key key_of(std::int64_t block);
  void enqueue(std::int64_t block, std::uint64_t value);

  const Tree& tree_;
  const Shape image_;
  SeamStore& seams_;
  bool starts_around_;
  Calls calls_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> entries_;  // per node
  std::set<Key> queue_;
  int running_ = 0;
  bool has_failed_ = false;
};

}  // namespace preamar::blocks
