// What OpenCL and CUDA have in common: kernels on one queue and copies on another, through pinned memory, each waiting
// for the other only where it must.
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
  // Something that a queue reaches; 0 is nothing and is reached.
  enum class Event : std::uint64_t { none = 0 };

  // Pinned memory, half of which is filled while the other half is copied.
  static constexpr std::int64_t staging_bytes = std::int64_t{4} << 20;

  virtual Memory allocate_memory(std::int64_t bytes) = 0;
  virtual void release_memory(Memory memory) noexcept = 0;
  // The two halves, there when the first copy is made and until the driver ends.
  virtual std::array<std::byte*, 2> staging() = 0;
  // On the queue of copies, from and to pinned memory.
  virtual Event enqueue_write(Memory to, std::int64_t at, const std::byte* from, std::int64_t bytes) = 0;
  virtual Event enqueue_read(std::byte* to, Memory from, std::int64_t at, std::int64_t bytes) = 0;
  // On the queue of work.
  virtual void enqueue_fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) = 0;
  virtual void enqueue_kernel(const KernelName& kernel, std::int64_t groups, int group_size,
                              std::span<const Argument> arguments) = 0;
  // Reached when all that the queue was given so far is done.
  virtual Event mark(Queue queue) = 0;
  // What the queue is given from now on waits for the event.
  virtual void wait_on(Queue queue, Event event) = 0;
  // The same for a stream of another library; where it cannot wait, the caller does.
  virtual void wait_elsewhere(std::uint64_t other, Event event) = 0;
  // The caller waits.
  virtual void wait(Event event) = 0;
  virtual void forget(Event event) noexcept = 0;
  virtual void drain(Queue queue) = 0;

 private:
  class Marked;   // an event that is forgotten at the end of a scope
  class Copying;  // and one that is waited for

  [[nodiscard]] bool is_used_by_work(Memory memory) const;
  void note_use_by_work(Memory memory);
  void order_copies_after_work();
  void order_work_after_copies();

  // For each memory that was allocated here: whether the queue of work may use it still.
  std::unordered_map<std::uint64_t, bool> used_by_work_;
  bool copies_are_pending_ = false;  // the queue of work does not wait for them yet
};

}  // namespace preamar::device
