#include "platform/library.h"

#include <dlfcn.h>

namespace preamar {

void* os_open_library(const char* name, std::string& why) {
  void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const text = dlerror();
    why = text ? text : "unknown";
  }
  return library;
}

void* os_library_symbol(void* library, const char* name) noexcept { return dlsym(library, name); }

}  // namespace preamar
