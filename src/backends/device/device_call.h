// One call of a primitive on a device: its lock, its scratch memory, and the images of the call as dense device memory.
#pragma once

#include "backends/device/devices.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace preamar::device {

// Device memory that is released with its owner.
class Scratch {
 public:
  Scratch() = default;
  Scratch(Driver& driver, std::int64_t bytes);
  Scratch(Scratch&& other) noexcept : driver_(other.driver_), memory_(std::exchange(other.memory_, Memory::none)) {}
  Scratch& operator=(Scratch&& other) noexcept {
    std::swap(driver_, other.driver_);
    std::swap(memory_, other.memory_);
    return *this;
  }
  ~Scratch() {
    if (memory_ != Memory::none) driver_->release(memory_);
  }
  [[nodiscard]] Memory memory() const { return memory_; }

 private:
  Driver* driver_ = nullptr;
  Memory memory_ = Memory::none;
};

class DeviceCall {
 public:
  // The device of `on`, which must exist. Locks it until the call ends.
  explicit DeviceCall(const Execution& on);
  DeviceCall(const DeviceCall&) = delete;
  DeviceCall& operator=(const DeviceCall&) = delete;
  // Waits for kernels on memory of other libraries: they may use it again as soon as the call ends.
  ~DeviceCall();

  [[nodiscard]] const Execution& on() const { return on_; }
  [[nodiscard]] Device& device() const { return device_; }
  [[nodiscard]] Driver& driver() const { return *device_.driver; }
  [[nodiscard]] const Info& info() const { return driver().info(); }
  [[nodiscard]] Scratch scratch(std::int64_t bytes) const { return {driver(), bytes}; }
  void note_foreign_memory() const { uses_foreign_memory_ = true; }
  // Throws Error (stopped) if the call was stopped.
  void look_up() const;

  // The number of groups of this size that keeps the device busy with `items` items; not more than they need, nor than
  // Execution::device_groups.
  [[nodiscard]] std::int64_t groups_for(std::int64_t items, int group_size) const;
  template <class... Arguments>
  void launch(const KernelName& kernel, std::int64_t groups, int group_size, const Arguments&... arguments) const {
    const std::array<Argument, sizeof...(Arguments)> list{Argument(arguments)...};
    driver().launch(kernel, groups, group_size, list);
  }

 private:
  const Execution& on_;
  Device& device_;
  std::unique_lock<std::recursive_mutex> lock_;
  mutable bool uses_foreign_memory_ = false;
};

// An image as dense device pixels in C order: the image's own memory if possible, otherwise a copy.
class Input {
 public:
  Input(const DeviceCall& call, ConstImageView image);
  [[nodiscard]] Memory memory() const { return memory_; }

 private:
  Scratch copy_;
  Memory memory_;
};

// Dense device pixels that finish() copies to the image. They do not hold the image's previous content.
class Output {
 public:
  Output(const DeviceCall& call, ImageView image);
  [[nodiscard]] Memory memory() const { return memory_; }
  void finish() const;

 private:
  const DeviceCall& call_;
  ImageView image_;
  Scratch copy_;
  Memory memory_;
};

// Copies a list to device memory. The memory exists even if the list is empty.
template <class T>
[[nodiscard]] Scratch upload(const DeviceCall& call, std::span<const T> list) {
  const auto bytes = static_cast<std::int64_t>(list.size_bytes());
  Scratch copy = call.scratch(bytes);
  if (bytes > 0) call.driver().write(copy.memory(), 0, list.data(), bytes);
  return copy;
}

// Copies pixels between images of the same type and any strides, each on the host or on the device.
void copy(const DeviceCall& call, ConstImageView from, ImageView to);

}  // namespace preamar::device
