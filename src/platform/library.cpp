#include "platform/library.h"

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <filesystem>
#include <system_error>

namespace preamar {

void* os_open_library(const char* name, std::string& why) {
  void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const text = dlerror();
    why = text ? text : "unknown";
  }
  return library;
}

std::string os_loaded_library(std::string_view prefix) {
  struct Search {
    std::string_view prefix;
    std::string found;
  } search{prefix, ""};
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* data) {
        auto* const to = static_cast<Search*>(data);
        const std::filesystem::path path = library->dlpi_name;
        if (!path.filename().string().starts_with(to->prefix)) return 0;
        std::error_code none;
        const std::filesystem::path file = std::filesystem::canonical(path, none);
        to->found = (none ? path : file).filename().string();
        return 1;
      },
      &search);
  return search.found;
}

void* os_library_symbol(void* library, const char* name) noexcept { return dlsym(library, name); }

}  // namespace preamar
