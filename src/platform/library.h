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

// Finds the functions of a library; `why()` is empty if it was opened and has them all.
class LibraryFunctions {
 public:
  explicit LibraryFunctions(const std::string& name) : name_(name), library_(os_open_library(name.c_str(), why_)) {}
  template <class Function>
  void find(const char* symbol, Function& function) {
    if (!library_) return;
    function = reinterpret_cast<Function>(os_library_symbol(library_, symbol));
    if (!function && why_.empty()) why_ = name_ + " has no " + symbol;
  }
  [[nodiscard]] const std::string& why() const noexcept { return why_; }

 private:
  std::string name_, why_;
  void* library_;
};

}  // namespace preamar
