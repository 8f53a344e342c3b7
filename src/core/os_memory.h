// Pages from the operating system.
#pragma once

#include <cstdint>

namespace preamar {

// Zeroed pages with huge ones advised, or null.
void* os_allocate_pages(std::int64_t bytes) noexcept;
void os_free_pages(void* pointer, std::int64_t bytes) noexcept;

}  // namespace preamar
