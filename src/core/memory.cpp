#include "core/memory.h"

#include "core/error_text.h"
#include "core/kept_limit.h"
#include "platform/memory.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

namespace preamar {
namespace {

constexpr std::int64_t large = std::int64_t{1} << 20;  // from this size on, pages come directly from the system
constexpr std::int64_t alignment = 64;
constexpr std::int64_t usually_kept = std::int64_t{256} << 20;  // default limit of kept scratch

std::int64_t rounded(std::int64_t bytes) {
  const std::int64_t step = bytes < large ? alignment : large;
  return bytes > INT64_MAX - step ? INT64_MAX : (bytes + step - 1) / step * step;
}

// Aligns by hand: the C library's aligned_alloc (glibc 2.36) does not reuse freed blocks of the same size and takes
// three times the memory. The pointer from malloc is stored just before the buffer.
void* allocate_small(std::int64_t bytes) noexcept {
  auto* const given = static_cast<std::byte*>(std::malloc(static_cast<std::size_t>(bytes + alignment)));
  if (!given) return nullptr;
  std::byte* const aligned = given + (alignment - reinterpret_cast<std::uintptr_t>(given) % alignment);
  static_assert(alignof(std::max_align_t) >= sizeof given);
  std::memcpy(aligned - sizeof given, &given, sizeof given);
  return aligned;
}

void release_small(void* pointer) noexcept {
  void* given = nullptr;
  std::memcpy(&given, static_cast<std::byte*>(pointer) - sizeof given, sizeof given);
  std::free(given);
}

// Cache of freed large buffers. Only tries locks: in a child that was forked while another thread held the lock, that
// thread does not exist, so the child must work without the cache instead of waiting.
class Kept {
 public:
  void* take(std::int64_t bytes) noexcept {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return nullptr;
    for (Slot& slot : slots_)
      if (slot.bytes == bytes) {
        total_ -= bytes;
        slot.bytes = 0;
        return slot.pointer;
      }
    return nullptr;
  }

  bool keep(void* pointer, std::int64_t bytes) noexcept {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || bytes > limit_) return false;
    while (total_ + bytes > limit_ || !slots_[next_].empty()) {
      drop(slots_[next_]);
      next_ = (next_ + 1) % slots_.size();
    }
    slots_[next_] = {pointer, bytes};
    total_ += bytes;
    next_ = (next_ + 1) % slots_.size();
    return true;
  }

  void clear() noexcept {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    for (Slot& slot : slots_) drop(slot);
  }

  void begin_limit(std::int64_t bytes) {
    clear();
    const std::lock_guard lock(mutex_);
    limits_.insert(bytes);
    limit_ = std::min(usually_kept, *limits_.begin());
  }

  void end_limit(std::int64_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    limits_.erase(limits_.find(bytes));
    limit_ = limits_.empty() ? usually_kept : std::min(usually_kept, *limits_.begin());
  }

 private:
  struct Slot {
    void* pointer = nullptr;
    std::int64_t bytes = 0;
    [[nodiscard]] bool empty() const noexcept { return bytes == 0; }
  };

  void drop(Slot& slot) noexcept {
    if (!slot.empty()) os_free_pages(slot.pointer, slot.bytes);
    total_ -= slot.bytes;
    slot.bytes = 0;
  }

  std::mutex mutex_;
  std::array<Slot, 8> slots_;
  std::size_t next_ = 0;  // round robin, so the oldest buffer is dropped first
  std::int64_t total_ = 0;
  std::multiset<std::int64_t> limits_;
  std::int64_t limit_ = usually_kept;  // the smallest active limit
};

// Never destroyed: static images may be released after static destructors run.
Kept& kept() {
  static Kept* const instance = new Kept;
  return *instance;
}

}  // namespace

void* allocate(std::int64_t bytes) {
  const std::int64_t size = rounded(bytes > 0 ? bytes : 1);
  void* pointer = nullptr;
  if (size < large) {
    pointer = allocate_small(size);
  } else {
    pointer = kept().take(size);
    if (!pointer) pointer = os_allocate_pages(size);
    if (!pointer) {
      kept().clear();
      pointer = os_allocate_pages(size);
    }
  }
  if (!pointer) throw Error(ErrorKind::resource, text("memory: ", bytes, " bytes cannot be allocated"));
  return pointer;
}

void release(void* pointer, std::int64_t bytes) noexcept {
  const std::int64_t size = rounded(bytes > 0 ? bytes : 1);
  if (size < large)
    release_small(pointer);
  else if (!kept().keep(pointer, size))
    os_free_pages(pointer, size);
}

void release_kept() noexcept { kept().clear(); }

KeptLimit::KeptLimit(std::int64_t bytes) : bytes_(bytes) { kept().begin_limit(bytes); }

KeptLimit::~KeptLimit() { kept().end_limit(bytes_); }

}  // namespace preamar
