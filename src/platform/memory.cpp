#include "platform/memory.h"

#include "core/error_text.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>

namespace preamar {

void* os_allocate_pages(std::int64_t bytes) noexcept {
  const auto size = static_cast<std::size_t>(bytes);
  // Huge pages need an aligned address: map one more and unmap both ends.
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

void os_trim_heap() noexcept {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

namespace {

// The number in a file; INT64_MAX for "max" or a missing file.
std::int64_t limit_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::int64_t bytes = 0;
  return stream >> bytes && bytes > 0 ? bytes : INT64_MAX;
}

// The smallest limit in the folder `top` / `group` and its parents, up to `top`. In a container the group's path is the
// path on the host, while `top` is the group itself: a missing folder means no limit.
std::int64_t least_limit(const std::filesystem::path& top, std::filesystem::path group, const char* name) {
  std::int64_t least = limit_in(top / name);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path())
    least = std::min(least, limit_in(top / group / name));
  return least;
}

}  // namespace

std::int64_t os_group_memory_limit(const std::filesystem::path& groups, const std::filesystem::path& root) {
  std::ifstream stream(groups);
  std::int64_t least = INT64_MAX;
  // Lines are "number:controllers:path"; version 2 has no controllers.
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = text(",", line.substr(first + 1, second - first - 1), ",");
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      least = std::min(least, least_limit(root, path, "memory.max"));
      least = std::min(least, least_limit(root / "unified", path, "memory.max"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      least = std::min(least, least_limit(root / "memory", path, "memory.limit_in_bytes"));
    }
  }
  return least;
}

std::int64_t os_memory_limit() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  const std::int64_t machine = pages > 0 && size > 0 ? std::int64_t{pages} * size : std::int64_t{1} << 30;
  return std::min(machine, os_group_memory_limit("/proc/self/cgroup", "/sys/fs/cgroup"));
}

}  // namespace preamar
