// A device that wraps another device but returns at most one image per given number of milliseconds.
#pragma once

#include "backends/device/driver.h"

#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace preamar::test {

class Throttled : public device::Driver {
  template <class Call>
  auto locked(const Call& call) {
    const std::lock_guard lock(lock_);
    return call();
  }

 public:
  // Several may share one device and its `lock`.
  Throttled(device::Driver& inner, std::mutex& lock, std::string name, std::chrono::milliseconds pace)
      : inner_(inner), lock_(lock), info_(inner.info()), pace_(pace) {
    info_.name = std::move(name);
  }

  const device::Info& info() const override { return info_; }
  device::Memory allocate(std::int64_t bytes) override {
    return locked([&] { return inner_.allocate(bytes); });
  }
  void release(device::Memory memory) noexcept override {
    locked([&] { inner_.release(memory); });
  }
  void write(device::Memory to, std::int64_t at, const void* from, std::int64_t bytes) override {
    locked([&] { inner_.write(to, at, from, bytes); });
  }
  void read(void* to, device::Memory from, std::int64_t at, std::int64_t bytes) override {
    const auto now = std::chrono::steady_clock::now();
    if (next_ + pace_ < now) next_ = now;
    next_ += pace_;
    std::this_thread::sleep_until(next_);
    locked([&] { inner_.read(to, from, at, bytes); });
  }
  void fill(device::Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) override {
    locked([&] { inner_.fill(memory, at, value, bytes); });
  }
  void launch(const device::KernelName& kernel, std::int64_t groups, int group_size,
              std::span<const device::Argument> arguments) override {
    locked([&] { inner_.launch(kernel, groups, group_size, arguments); });
  }
  void finish() override {
    locked([&] { inner_.finish(); });
  }
  std::uint64_t stream() override {
    return locked([&] { return inner_.stream(); });
  }
  void order_before(std::uint64_t other) override {
    locked([&] { inner_.order_before(other); });
  }

 private:
  device::Driver& inner_;
  std::mutex& lock_;
  device::Info info_;
  std::chrono::milliseconds pace_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace preamar::test
