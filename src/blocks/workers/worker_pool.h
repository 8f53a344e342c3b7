// The workers that process blocks: threads of the CPU, and devices. Each takes the next block when it is free, so a
// device four times as fast processes four times as many blocks.
#pragma once

#include "blocks/workers/fork_join.h"

#include <preamar/execution.h>
#include <preamar/operator.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace preamar::blocks {

class WorkerPool {
 public:
  // One worker per device that `on.device` names; for the CPU, one per thread of `on.threads`. If `on.device` names a
  // single device, one worker per thread, and all of them use that device. With `blocks_at_once` above 0, a single
  // host device has that number of workers, which share its threads. `ahead`: further threads of invoke_both, which
  // wait for files while the workers process blocks.
  explicit WorkerPool(const Execution& on, int blocks_at_once = 0, int ahead = 0);

  // The number of workers, which is the number of blocks processed at one time.
  [[nodiscard]] int size() const { return static_cast<int>(free_.size()); }

  // Calls both functions, in parallel if a thread is free. With devices, the pool uses its own threads instead of
  // oneTBB's: a device that itself runs on oneTBB, such as Intel's OpenCL for CPUs, would deadlock.
  void invoke_both(const std::function<void()>& one, const std::function<void()>& other);

  [[nodiscard]] bool has_own_threads() const { return own_threads_.has_value(); }

  // Whether one of the workers is a thread of the CPU, which supports every operation.
  [[nodiscard]] bool has_cpu() const;

  // A worker for a scope; waits until one is free.
  class Turn {
   public:
    Turn(WorkerPool& pool, bool may_be_device) : pool_(pool), index_(pool.take(may_be_device)) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { pool_.give_back(index_); }
    [[nodiscard]] const Execution& on() const { return pool_.members_[index_].on; }

   private:
    WorkerPool& pool_;
    std::size_t index_;
  };

  // The number of blocks that each device has processed; the threads of the CPU count as one device.
  [[nodiscard]] std::vector<Share> shares() const;

 private:
  struct Member {
    Execution on;
    bool is_device;
    std::int64_t blocks = 0;
  };

  void add(const Execution& on, std::string_view device, bool is_device, int threads);
  // Blocks until a worker is free.
  std::size_t take(bool may_be_device);
  void give_back(std::size_t index);

  int ahead_;
  std::vector<Member> members_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<bool> free_;
  std::optional<ForkJoin> own_threads_;
};

// The size of a pool for `on`. Throws Error (device) if a named device does not exist.
[[nodiscard]] int worker_count_of(const Execution& on);
// Whether fewer blocks at one time leave their threads to the others.
[[nodiscard]] bool can_share_threads(const Execution& on);

}  // namespace preamar::blocks
