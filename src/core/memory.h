// The allocator of large buffers: 64-byte aligned, huge pages advised, freed scratch kept for the next call.
#pragma once

#include "core/checked.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace preamar {

// Uninitialised memory, or filled with the byte PREAMAR_FILL; never null, even for 0 bytes. Throws Error (resource).
[[nodiscard]] void* allocate(std::int64_t bytes);
// `bytes` must be the value given to allocate().
void release(void* pointer, std::int64_t bytes) noexcept;
// Returns kept buffers to the system.
void release_kept() noexcept;

// A scratch array of trivial elements; move-only.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::int64_t count)
      : data_(static_cast<T*>(allocate(checked_product(count, sizeof(T), "a buffer's bytes")))), count_(count) {}
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~Buffer() {
    if (data_) release(data_, count_ * static_cast<std::int64_t>(sizeof(T)));
  }

  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  [[nodiscard]] T& operator[](std::int64_t i) const noexcept { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::int64_t count_ = 0;
};

}  // namespace preamar
