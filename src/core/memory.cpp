#include "core/memory.h"

#include "core/error_text.h"
#include "core/kept_limit.h"
#include "platform/memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

#if defined(__SANITIZE_ADDRESS__)
#define PREAMAR_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PREAMAR_POISONS 1
#endif
#endif
#ifdef PREAMAR_POISONS
#include <sanitizer/asan_interface.h>
#endif

namespace preamar {
namespace {

constexpr std::int64_t large = std::int64_t{1} << 20;  // from this size on, pages come directly from the system
constexpr std::int64_t alignment = 64;
constexpr std::int64_t usually_kept = std::int64_t{256} << 20;  // default limit of kept scratch

// AddressSanitizer knows neither pages from the system nor the bytes that rounding adds, so buffers are poisoned here:
// whole ones after release, and at least `guard` bytes after the end.
#ifdef PREAMAR_POISONS
constexpr std::int64_t guard = alignment;
void poison(void* pointer, std::int64_t bytes) noexcept {
  ASAN_POISON_MEMORY_REGION(pointer, static_cast<std::size_t>(bytes));
}
void unpoison(void* pointer, std::int64_t bytes) noexcept {
  ASAN_UNPOISON_MEMORY_REGION(pointer, static_cast<std::size_t>(bytes));
}
#else
constexpr std::int64_t guard = 0;
void poison(void*, std::int64_t) noexcept {}
void unpoison(void*, std::int64_t) noexcept {}
#endif

// The bytes that a buffer occupies.
std::int64_t rounded(std::int64_t bytes) {
  if (bytes > INT64_MAX - large - guard) return INT64_MAX;
  const std::int64_t least = std::max(bytes, std::int64_t{1}) + guard;
  const std::int64_t step = least < large ? alignment : large;
  return (least + step - 1) / step * step;
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

// Another mapping may get the same addresses: they must not stay poisoned.
void free_pages(void* pointer, std::int64_t bytes) noexcept {
  unpoison(pointer, bytes);
  os_free_pages(pointer, bytes);
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
    if (!slot.empty()) free_pages(slot.pointer, slot.bytes);
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

// The byte of the environment variable PREAMAR_FILL, for tests: pixels that are read before they are written differ
// between two runs with different bytes.
std::optional<unsigned char> filling() {
  const char* const given = std::getenv("PREAMAR_FILL");
  if (!given) return {};
  const std::string_view words = given;
  unsigned char byte = 0;
  const auto [end, error] = std::from_chars(words.begin(), words.end(), byte);
  if (error != std::errc() || end != words.end())
    throw Error(ErrorKind::call, text("PREAMAR_FILL is '", words, "'; set it to a byte, 0 to 255, or unset it"));
  return byte;
}

}  // namespace

void* allocate(std::int64_t bytes) {
  static const std::optional<unsigned char> fill = filling();
  const std::int64_t size = rounded(bytes);
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
  unpoison(pointer, bytes);
  poison(static_cast<std::byte*>(pointer) + bytes, size - bytes);
  if (fill) std::memset(pointer, *fill, static_cast<std::size_t>(bytes));
  return pointer;
}

void release(void* pointer, std::int64_t bytes) noexcept {
  const std::int64_t size = rounded(bytes);
  if (size < large) {
    unpoison(pointer, size);
    release_small(pointer);
    return;
  }
  poison(pointer, size);  // before it is kept, where another thread may take it
  if (!kept().keep(pointer, size)) free_pages(pointer, size);
}

void release_kept() noexcept { kept().clear(); }

KeptLimit::KeptLimit(std::int64_t bytes) : bytes_(bytes) { kept().begin_limit(bytes); }

KeptLimit::~KeptLimit() { kept().end_limit(bytes_); }

}  // namespace preamar
