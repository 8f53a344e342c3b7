// Shared libraries that are opened when the program runs, because a machine may not have them.
#pragma once

#include <string>

namespace preamar {

// Stays open until the process ends; null where it cannot be opened, and `why` says the reason.
[[nodiscard]] void* os_open_library(const char* name, std::string& why);
// Null where the library has none of that name.
[[nodiscard]] void* os_library_symbol(void* library, const char* name) noexcept;

}  // namespace preamar
