// Pages from the operating system.
#pragma once

#include <cstdint>
#include <filesystem>

namespace preamar {

// Zeroed pages with huge ones advised, or null.
void* os_allocate_pages(std::int64_t bytes) noexcept;
// The bytes of memory that this process may have: those of the machine or, in a container, those of its control group.
[[nodiscard]] std::int64_t os_memory_limit();
// The least limit among the control groups of a process, of version 1 or 2, and all groups these lie in; INT64_MAX
// where there is none. `groups` is as /proc/self/cgroup, and `root` the folder that the groups lie in, /sys/fs/cgroup.
[[nodiscard]] std::int64_t os_group_memory_limit(const std::filesystem::path& groups,
                                                 const std::filesystem::path& root);
void os_free_pages(void* pointer, std::int64_t bytes) noexcept;

// Addresses that nothing lies at and nobody else gets, or null.
void* os_reserve_addresses(std::int64_t bytes) noexcept;
void os_free_addresses(void* pointer, std::int64_t bytes) noexcept;

}  // namespace preamar
