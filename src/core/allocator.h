// A standard allocator over the library's allocator of large buffers, for containers.
#pragma once

#include "core/memory.h"

#include <cstddef>
#include <cstdint>

namespace preamar {

template <class T>
struct Allocator {
  using value_type = T;
  Allocator() = default;
  template <class U>
  Allocator(const Allocator<U>&) noexcept {}
  [[nodiscard]] T* allocate(std::size_t count) {
    return static_cast<T*>(preamar::allocate(static_cast<std::int64_t>(count * sizeof(T))));
  }
  void deallocate(T* pointer, std::size_t count) noexcept {
    release(pointer, static_cast<std::int64_t>(count * sizeof(T)));
  }
  friend bool operator==(const Allocator&, const Allocator&) = default;
};

}  // namespace preamar
