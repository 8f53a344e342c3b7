// Threads: `work` runs once on each worker of a oneTBB arena.
#pragma once

#include <preamar/execution.h>

#include <cstdint>
#include <functional>
#include <mutex>

namespace preamar::cpu {

// The number of workers that `on` requests; at least 1.
[[nodiscard]] int worker_count(const Execution& on);

// Calls work(0) ... work(count - 1), possibly concurrently and possibly one after another, and returns when all have
// ended. So each worker must be able to complete all remaining work without the others. Rethrows the first exception.
// oneTBB's threads do not survive a fork, so a child whose parent used them gets threads of its own.
void run_workers(int count, const std::function<void(int)>& work);

// Calls work(begin, end) for ranges that together cover 0 ... count, each at least `grain` long except the last.
void for_ranges(const Execution& on, std::int64_t count, std::int64_t grain,
                const std::function<void(std::int64_t, std::int64_t)>& work);

// The same on at most `workers` workers: work(worker, begin, end). Each worker processes one range at a time.
void for_worker_ranges(const Execution& on, int workers, std::int64_t count, std::int64_t grain,
                       const std::function<void(int, std::int64_t, std::int64_t)>& work);

// Reports the progress of `on` as parts of `count` end. Thread-safe; about 64 callbacks at most. If a call has several
// such phases, give each a part by part_of().
class ProgressReporter {
 public:
  ProgressReporter(const Execution& on, std::int64_t count) : on_(on), count_(count) {}
  void add(std::int64_t done);

 private:
  const Execution& on_;
  std::int64_t count_, done_ = 0, reports_ = 0;
  std::mutex mutex_;
};

// for_ranges() with progress reports.
void for_told_ranges(const Execution& on, std::int64_t count, std::int64_t grain,
                     const std::function<void(std::int64_t, std::int64_t)>& work);

}  // namespace preamar::cpu
