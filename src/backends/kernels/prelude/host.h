// The kernel dialect in C++20: each work item is a thread; each group has a barrier and its own local memory. For the
// sanitizers and for the stand-in driver of the tests; see docs/gpu.md.
#pragma once

#include <atomic>
#include <barrier>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

namespace preamar::kernels {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using f32 = float;
using f64 = double;

// Data shared by the items of one group. The first item to reach a local array allocates it; its bytes are poisoned.
class HostGroup {
 public:
  explicit HostGroup(int items) : barrier_(items) {}
  void wait() { barrier_.arrive_and_wait(); }
  void* local(std::size_t index, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (arrays_.size() <= index) arrays_.resize(index + 1);
    if (!arrays_[index]) {
      arrays_[index].reset(new (std::align_val_t{16}) std::byte[bytes]);
      std::memset(arrays_[index].get(), 0xA5, bytes);
    }
    return arrays_[index].get();
  }

 private:
  struct Free {
    void operator()(std::byte* bytes) const { operator delete[](bytes, std::align_val_t{16}); }
  };
  std::barrier<> barrier_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<std::byte, Free>> arrays_;
};

struct HostItem {
  i32 local_id = 0, local_count = 1;
  i64 group_id = 0, group_count = 1;
  HostGroup* group = nullptr;
  std::size_t arrays = 0;  // number of local arrays that this item has reached
};

inline thread_local HostItem host_item;

// Sequentially consistent operations on one atomic are fences, which the thread sanitizer understands.
inline std::atomic<u32> host_fence = 0;

template <class T>
T* host_local(std::size_t count) {
  return static_cast<T*>(host_item.group->local(host_item.arrays++, count * sizeof(T)));
}

template <class T>
T host_minimum(T* at, T value) {
  std::atomic_ref<T> cell(*at);
  T old = cell.load(std::memory_order_relaxed);
  while (value < old && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}

template <class T>
T host_maximum(T* at, T value) {
  std::atomic_ref<T> cell(*at);
  T old = cell.load(std::memory_order_relaxed);
  while (value > old && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}

}  // namespace preamar::kernels

#define KERNEL(group_size, name) [[maybe_unused]] static void KERNEL_NAME(name)
#define DEVICE [[maybe_unused]] static inline
#define GLOBAL
#define LOCAL
#define LOCAL_ARRAY(type, name, count) type* const name = ::preamar::kernels::host_local<type>(count)
#define RESTRICT __restrict__

#define LOCAL_ID (::preamar::kernels::host_item.local_id)
#define LOCAL_COUNT (::preamar::kernels::host_item.local_count)
#define GROUP_ID (::preamar::kernels::host_item.group_id)
#define GROUP_COUNT (::preamar::kernels::host_item.group_count)
#define BARRIER() ::preamar::kernels::host_item.group->wait()
// Also a fence for global memory: after it, items of the group may overwrite what others read before it.
#define BARRIER_ALL() BARRIER()
// Orders an item's accesses to global memory, as items of other groups see them.
#define FENCE() ::preamar::kernels::host_fence.fetch_add(0u)

#define PREAMAR_ATOMIC(at) std::atomic_ref(*(at))
#define ATOMIC_ADD(at, value) PREAMAR_ATOMIC(at).fetch_add((value), std::memory_order_relaxed)
#define ATOMIC_EXCHANGE(at, value) PREAMAR_ATOMIC(at).exchange((value), std::memory_order_relaxed)
#define ATOMIC_MIN(at, value) ::preamar::kernels::host_minimum((at), (value))
#define ATOMIC_MAX(at, value) ::preamar::kernels::host_maximum((at), (value))
#define ATOMIC_OR(at, value) PREAMAR_ATOMIC(at).fetch_or((value), std::memory_order_relaxed)
#define ATOMIC_LOAD(at) PREAMAR_ATOMIC(at).load(std::memory_order_relaxed)
#define LOCAL_ATOMIC_ADD ATOMIC_ADD
#define LOCAL_ATOMIC_OR ATOMIC_OR
#define LOCAL_ATOMIC_MIN ATOMIC_MIN
#define LOCAL_ATOMIC_MAX ATOMIC_MAX

#define BITS_OF_F32(value) std::bit_cast<std::uint32_t>(value)
#define F32_OF_BITS(bits) std::bit_cast<float>(bits)
#define BIT_COUNT(bits) static_cast<std::uint32_t>(std::popcount(bits))
#define LEADING_ZEROS(bits) std::countl_zero(bits)
#define ROOT_F32(value) std::sqrt(value)
#define ROOT_F64(value) std::sqrt(value)
#define QUOTIENT_F32(over, under) ((over) / (under))
#define QUOTIENT_F64(over, under) ((over) / (under))
// max(a - b, 0) without wrap-around.
#define LESS_U32(a, b) ((a) > (b) ? (a) - (b) : 0u)
