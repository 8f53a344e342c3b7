// Threads: `work` runs once on each worker of a oneTBB arena.
#pragma once

#include <preamar/execution.h>

#include <cstdint>
#include <functional>
#include <mutex>

namespace preamar::cpu {

// How many workers `on` asks for; at least 1.
[[nodiscard]] int worker_count(const Execution& on);

// Calls work(0) ... work(count - 1), possibly at the same time and possibly one after another, and returns when all
// have ended; so a worker must be able to do all that is left without the others. The first exception is rethrown.
// oneTBB's threads do not survive a fork, so a child whose parent had them gets threads of its own.
void run_workers(int count, const std::function<void(int)>& work);

// Calls work(begin, end) for ranges that together are 0 ... count, each at least `grain` long but the last.
void for_ranges(const Execution& on, std::int64_t count, std::int64_t grain,
                const std::function<void(std::int64_t, std::int64_t)>& work);

// The same from at most `workers` workers, telling which: work(worker, begin, end). Each is at one range at a time.
void for_worker_ranges(const Execution& on, int workers, std::int64_t count, std::int64_t grain,
                       const std::function<void(int, std::int64_t, std::int64_t)>& work);

// The progress of `on` as parts of `count` end, told by their workers. A call that does several such things gives each
// a part of its own by part_of().
class ProgressReporter {
 public:
  ProgressReporter(const Execution& on, std::int64_t count) : on_(on), count_(count) {}
  void add(std::int64_t done);

 private:
  const Execution& on_;
  std::int64_t count_, done_ = 0, reports_ = 0;
  std::mutex mutex_;
};

// for_ranges() whose progress is told.
void for_told_ranges(const Execution& on, std::int64_t count, std::int64_t grain,
                     const std::function<void(std::int64_t, std::int64_t)>& work);

}  // namespace preamar::cpu
