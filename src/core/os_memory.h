// Pages from the operating system.
#pragma once

#include <cstdint>

namespace preamar {

// Zeroed pages with huge ones advised, or null.
void* os_allocate_pages(std::int64_t bytes) noexcept;
// The bytes of memory that this machine has.
[[nodiscard]] std::int64_t os_physical_memory() noexcept;
void os_free_pages(void* pointer, std::int64_t bytes) noexcept;

// Addresses that nothing lies at and nobody else gets, or null.
void* os_reserve_addresses(std::int64_t bytes) noexcept;
void os_free_addresses(void* pointer, std::int64_t bytes) noexcept;

}  // namespace preamar
