// Pages from the operating system.
#pragma once

#include <cstdint>
#include <filesystem>

namespace preamar {

// Zeroed pages, huge pages advised; null on failure.
void* os_allocate_pages(std::int64_t bytes) noexcept;
// The memory in bytes that this process may use: that of the machine or, in a container, of its control group.
[[nodiscard]] std::int64_t os_memory_limit();
// The smallest limit of a process's control groups (version 1 or 2) and all their parents; INT64_MAX if there is none.
// `groups` has the format of /proc/self/cgroup; `root` is the folder of the groups, /sys/fs/cgroup.
[[nodiscard]] std::int64_t os_group_memory_limit(const std::filesystem::path& groups,
                                                 const std::filesystem::path& root);
void os_free_pages(void* pointer, std::int64_t bytes) noexcept;

// Reserves an address range without memory; null on failure.
void* os_reserve_addresses(std::int64_t bytes) noexcept;
void os_free_addresses(void* pointer, std::int64_t bytes) noexcept;

// Returns freed memory that the C library keeps to the system; takes about two milliseconds.
void os_trim_heap() noexcept;

}  // namespace preamar
