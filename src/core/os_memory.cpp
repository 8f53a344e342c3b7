#include "core/os_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace preamar {

void* os_allocate_pages(std::int64_t bytes) noexcept {
  const auto size = static_cast<std::size_t>(bytes);
  // Huge pages need an address that is a multiple of their size: map one more and give back the ends.
  constexpr std::size_t huge = std::size_t{2} << 20;
  if (size > SIZE_MAX - huge) return nullptr;
  void* const mapped = mmap(nullptr, size + huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(mapped);
  const std::size_t before = (huge - reinterpret_cast<std::uintptr_t>(begin) % huge) % huge;
  char* const aligned = begin + before;
  if (before) munmap(begin, before);
  if (before < huge) munmap(aligned + size, huge - before);
#ifdef MADV_HUGEPAGE
  madvise(aligned, size, MADV_HUGEPAGE);
#endif
  return aligned;
}

void os_free_pages(void* pointer, std::int64_t bytes) noexcept { munmap(pointer, static_cast<std::size_t>(bytes)); }

void* os_reserve_addresses(std::int64_t bytes) noexcept {
  void* const begin =
      mmap(nullptr, static_cast<std::size_t>(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return begin == MAP_FAILED ? nullptr : begin;
}

void os_free_addresses(void* pointer, std::int64_t bytes) noexcept { os_free_pages(pointer, bytes); }

std::int64_t os_physical_memory() noexcept {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? std::int64_t{pages} * size : std::int64_t{1} << 30;
}

}  // namespace preamar
