// Shared libraries that are loaded at run time because a machine may not have them.
#pragma once

#include <string>
#include <string_view>

namespace preamar {

// Stays open until the process ends. Null if it cannot be opened; `why` then holds the reason.
[[nodiscard]] void* os_open_library(const char* name, std::string& why);
// File name, without the folder, of a loaded library whose name begins with `prefix`; links are followed. Empty if
// there is none.
[[nodiscard]] std::string os_loaded_library(std::string_view prefix);
// Null if the library has no symbol of that name.
[[nodiscard]] void* os_library_symbol(void* library, const char* name) noexcept;

}  // namespace preamar
