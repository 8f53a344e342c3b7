#include "backends/opencl/library.h"

#include "platform/library.h"

namespace preamar::opencl {

const Library* library(std::string& why) {
  static std::string reason;
  static const Library* const found = [&]() -> const Library* {
    static Library table;
    void* const handle = os_open_library("libOpenCL.so.1", reason);
    if (!handle) return nullptr;
#define PREAMAR_OPENCL_FIND(name)                                                        \
  table.name = reinterpret_cast<decltype(table.name)>(os_library_symbol(handle, #name)); \
  if (!table.name) {                                                                     \
    reason = "libOpenCL.so.1 has no " #name;                                             \
    return nullptr;                                                                      \
  }
    PREAMAR_OPENCL_FUNCTIONS(PREAMAR_OPENCL_FIND)
#undef PREAMAR_OPENCL_FIND
    return &table;
  }();
  if (!found) why = reason;
  return found;
}

}  // namespace preamar::opencl
