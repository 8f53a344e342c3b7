// A growing array of trivial elements, in memory of the library's allocator.
#pragma once

#include "core/memory.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace preamar::cpu {

template <class T>
class GrowingArray {
 public:
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] T& operator[](std::int64_t i) const { return memory_[i]; }
  [[nodiscard]] T* begin() const { return memory_.data(); }
  [[nodiscard]] T* end() const { return memory_.data() + size_; }
  // Reserves room for `count` more elements. The caller writes some from end() on, then reports how many.
  T* reserve(std::int64_t count) {
    if (size_ + count > memory_.count()) grow(size_ + count);
    return end();
  }
  void extend(std::int64_t count) { size_ += count; }
  void push(const T& item) {
    *reserve(1) = item;
    ++size_;
  }
  void append(std::span<const T> items) {
    if (!items.empty()) std::memcpy(reserve(std::ssize(items)), items.data(), items.size_bytes());
    size_ += std::ssize(items);
  }
  // Resizes; new elements are not initialised.
  void resize(std::int64_t count) {
    if (count > memory_.count()) grow(count);
    size_ = count;
  }
  void clear() { size_ = 0; }

 private:
  void grow(std::int64_t least) {
    Buffer<T> more(std::max(least, memory_.count() * 2));
    if (size_ > 0) std::memcpy(more.data(), memory_.data(), static_cast<std::size_t>(size_) * sizeof(T));
    memory_ = std::move(more);
  }

  Buffer<T> memory_;
  std::int64_t size_ = 0;
};

}  // namespace preamar::cpu
