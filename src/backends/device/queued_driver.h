// The common part of OpenCL and CUDA: kernels on one queue and copies on another, through pinned memory. A queue waits
// for the other only if it must.
#pragma once

#include "backends/device/driver.h"

#include <array>
#include <cstddef>
#include <unordered_map>

namespace preamar::device {

class QueuedDriver : public Driver {
 public:
  Memory allocate(std::int64_t bytes) final;
  void release(Memory memory) noexcept final;
  void write(Memory to, std::int64_t at, const void* from, std::int64_t bytes) final;
  void read(void* to, Memory from, std::int64_t at, std::int64_t bytes) final;
  void fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) final;
  void launch(const KernelName& kernel, std::int64_t groups, int group_size, std::span<const Argument> arguments) final;
  void finish() final;
  void order_before(std::uint64_t other) final;

 protected:
  enum class Queue { work, copies };
  // A point that a queue reaches; 0 counts as reached.
  enum class Event : std::uint64_t { none = 0 };

  // Pinned memory: one half is filled while the other is copied.
  static constexpr std::int64_t staging_bytes = std::int64_t{4} << 20;

  virtual Memory allocate_memory(std::int64_t bytes) = 0;
  virtual void release_memory(Memory memory) noexcept = 0;
  // The two halves; allocated for the first copy, valid until the driver ends.
  virtual std::array<std::byte*, 2> staging() = 0;
  // On the copy queue, from and to pinned memory.
  virtual Event enqueue_write(Memory to, std::int64_t at, const std::byte* from, std::int64_t bytes) = 0;
  virtual Event enqueue_read(std::byte* to, Memory from, std::int64_t at, std::int64_t bytes) = 0;
  // On the work queue.
  virtual void enqueue_fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) = 0;
  virtual void enqueue_kernel(const KernelName& kernel, std::int64_t groups, int group_size,
                              std::span<const Argument> arguments) = 0;
  // An event that is reached when everything queued so far is done.
  virtual Event mark(Queue queue) = 0;
  // Work queued from now on waits for the event.
  virtual void wait_on(Queue queue, Event event) = 0;
  // The same for a stream of another library; if it cannot wait, the caller waits.
  virtual void wait_elsewhere(std::uint64_t other, Event event) = 0;
  // Blocks the caller.
  virtual void wait(Event event) = 0;
  virtual void forget(Event event) noexcept = 0;
  virtual void drain(Queue queue) = 0;

 private:
  class Marked;   // an event, released at the end of a scope
  class Copying;  // an event that is also waited for

  [[nodiscard]] bool is_used_by_work(Memory memory) const;
  void note_use_by_work(Memory memory);
  void order_copies_after_work();
  void order_work_after_copies();

  // Per allocated memory: whether the work queue may still use it.
  std::unordered_map<std::uint64_t, bool> used_by_work_;
  bool copies_are_pending_ = false;  // the work queue does not yet wait for them
};

}  // namespace preamar::device
