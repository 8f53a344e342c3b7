#include "backends/device/queued_driver.h"

#include "core/error_text.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace preamar::device {

class QueuedDriver::Marked {
 public:
  explicit Marked(QueuedDriver& driver) : driver_(driver) {}
  Marked(const Marked&) = delete;
  Marked& operator=(const Marked&) = delete;
  ~Marked() { driver_.forget(event_); }
  void operator=(Event event) { driver_.forget(std::exchange(event_, event)); }
  void wait() {
    driver_.wait(event_);
    *this = Event::none;
  }
  [[nodiscard]] Event event() const { return event_; }

 private:
  QueuedDriver& driver_;
  Event event_ = Event::none;
};

// A copy from or to pinned memory, which must not be reused until the copy is done, not even after an error.
class QueuedDriver::Copying : public Marked {
 public:
  using Marked::Marked;
  using Marked::operator=;
  ~Copying() {
    try {
      wait();
    } catch (const Error&) {
      // The error that caused this is already being thrown.
    }
  }
};

Memory QueuedDriver::allocate(std::int64_t bytes) {
  if (bytes > info().largest)
    throw Error(ErrorKind::resource, text(info().name, ": an allocation of ", bytes, " bytes exceeds the maximum of ",
                                          info().largest, "; process the image in blocks, or on device 'cpu'"));
  const Memory memory = allocate_memory(bytes);
  used_by_work_.emplace(static_cast<std::uint64_t>(memory), false);
  return memory;
}

void QueuedDriver::release(Memory memory) noexcept {
  used_by_work_.erase(static_cast<std::uint64_t>(memory));
  release_memory(memory);
}

// Memory of another library counts as used: the work queue may be waiting for its owner.
bool QueuedDriver::is_used_by_work(Memory memory) const {
  const auto own = used_by_work_.find(static_cast<std::uint64_t>(memory));
  return own == used_by_work_.end() || own->second;
}

void QueuedDriver::note_use_by_work(Memory memory) {
  const auto own = used_by_work_.find(static_cast<std::uint64_t>(memory));
  if (own != used_by_work_.end()) own->second = true;
}

// Copies do not wait for unrelated work: memory that was never passed to a kernel is free.
void QueuedDriver::order_copies_after_work() {
  Marked done(*this);
  done = mark(Queue::work);
  wait_on(Queue::copies, done.event());
}

void QueuedDriver::order_work_after_copies() {
  if (!copies_are_pending_) return;
  Marked copies(*this);
  copies = mark(Queue::copies);
  wait_on(Queue::work, copies.event());
  copies_are_pending_ = false;
}

void QueuedDriver::write(Memory to, std::int64_t at, const void* from, std::int64_t bytes) {
  const std::array<std::byte*, 2> halves = staging();
  if (is_used_by_work(to)) order_copies_after_work();
  copies_are_pending_ = true;
  Copying first(*this), second(*this);
  int half = 0;
  for (std::int64_t done = 0; done < bytes; done += staging_bytes / 2, half ^= 1) {
    Copying& copied = half == 0 ? first : second;
    copied.wait();
    const std::int64_t part = std::min(bytes - done, staging_bytes / 2);
    std::memcpy(halves[static_cast<std::size_t>(half)], static_cast<const std::byte*>(from) + done,
                static_cast<std::size_t>(part));
    copied = enqueue_write(to, at + done, halves[static_cast<std::size_t>(half)], part);
  }
  // The halves may be reused by the next call.
  first.wait();
  second.wait();
}

void QueuedDriver::read(void* to, Memory from, std::int64_t at, std::int64_t bytes) {
  const std::array<std::byte*, 2> halves = staging();
  order_copies_after_work();
  copies_are_pending_ = true;
  Copying first(*this), second(*this);
  const auto length = [&](std::int64_t done) { return std::min(bytes - done, staging_bytes / 2); };
  const auto begin = [&](std::int64_t done, int half) {
    (half == 0 ? first : second) = enqueue_read(halves[static_cast<std::size_t>(half)], from, at + done, length(done));
  };
  if (bytes > 0) begin(0, 0);
  int half = 0;
  for (std::int64_t done = 0; done < bytes; done += staging_bytes / 2, half ^= 1) {
    const std::int64_t next = done + staging_bytes / 2;
    if (next < bytes) begin(next, half ^ 1);
    (half == 0 ? first : second).wait();
    std::memcpy(static_cast<std::byte*>(to) + done, halves[static_cast<std::size_t>(half)],
                static_cast<std::size_t>(length(done)));
  }
}

void QueuedDriver::fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) {
  order_work_after_copies();
  note_use_by_work(memory);
  if (bytes > 0) enqueue_fill(memory, at, value, bytes);
}

void QueuedDriver::launch(const KernelName& kernel, std::int64_t groups, int group_size,
                          std::span<const Argument> arguments) {
  order_work_after_copies();
  for (const Argument& argument : arguments)
    if (const Memory* const memory = std::get_if<Memory>(&argument)) note_use_by_work(*memory);
  ++work.launches;
  enqueue_kernel(kernel, groups, group_size, arguments);
}

void QueuedDriver::finish() {
  drain(Queue::copies);
  drain(Queue::work);
}

void QueuedDriver::order_before(std::uint64_t other) {
  order_work_after_copies();
  Marked done(*this);
  done = mark(Queue::work);
  wait_elsewhere(other, done.event());
}

}  // namespace preamar::device
