// A list of trivial elements that grows, in memory from the one allocator.
#pragma once

#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace preamar {

template <class T>
class Growing {
 public:
  void push_back(const T& value) {
    if (count_ == buffer_.count()) grow();
    buffer_[count_++] = value;
  }
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  [[nodiscard]] T& operator[](std::int64_t i) const noexcept { return buffer_[i]; }

 private:
  void grow() {
    Buffer<T> larger(std::max<std::int64_t>(64, 2 * count_));
    if (count_ > 0)
      std::memcpy(static_cast<void*>(larger.data()), buffer_.data(), sizeof(T) * static_cast<std::size_t>(count_));
    buffer_ = std::move(larger);
  }

  Buffer<T> buffer_;
  std::int64_t count_ = 0;
};

}  // namespace preamar
