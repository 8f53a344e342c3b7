#include "backends/cuda/library.h"

#include "core/error_text.h"
#include "platform/library.h"

#include <type_traits>

namespace preamar::cuda {

#define PREAMAR_CUDA_NAMES(each)                                                                                       \
  each(cuInit) each(cuDriverGetVersion) each(cuGetErrorName) each(cuDeviceGetCount) each(cuDeviceGet)                  \
      each(cuDeviceGetName) each(cuDeviceGetAttribute) each(cuDeviceTotalMem_v2) each(cuDevicePrimaryCtxRetain)        \
          each(cuDevicePrimaryCtxRelease_v2) each(cuCtxPushCurrent_v2) each(cuCtxPopCurrent_v2) each(cuStreamCreate)   \
              each(cuStreamDestroy_v2) each(cuStreamSynchronize) each(cuStreamWaitEvent) each(cuEventCreate)           \
                  each(cuEventDestroy_v2) each(cuEventRecord) each(cuEventSynchronize) each(cuMemAlloc_v2)             \
                      each(cuMemFree_v2) each(cuMemAllocHost_v2) each(cuMemFreeHost) each(cuMemcpyHtoDAsync_v2)        \
                          each(cuMemcpyDtoHAsync_v2) each(cuMemsetD8Async) each(cuModuleLoadData) each(cuModuleUnload) \
                              each(cuModuleGetFunction) each(cuLaunchKernel)

#define PREAMAR_CUDA_TEXT(name) #name,
constexpr const char* all_names[] = {PREAMAR_CUDA_NAMES(PREAMAR_CUDA_TEXT)};
#undef PREAMAR_CUDA_TEXT
static_assert(sizeof(Library) == sizeof all_names, "each function of the table is looked for");

const Library* library(std::string& why) {
  static std::string reason;
  static const Library* const found = [&]() -> const Library* {
    static Library table;
    void* const handle = os_open_library("libcuda.so.1", reason);
    if (!handle) return nullptr;
    const auto find = [&](const char* name, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(os_library_symbol(handle, name));
      if (!function && reason.empty()) reason = text("libcuda.so.1 has no ", name, ", so the driver is too old");
    };
#define PREAMAR_CUDA_FIND(name) find(#name, table.name);
    PREAMAR_CUDA_NAMES(PREAMAR_CUDA_FIND)
#undef PREAMAR_CUDA_FIND
    if (!reason.empty()) return nullptr;
    return &table;
  }();
  if (!found) why = reason;
  return found;
}

std::string name_of(const Library& cuda, Result code) {
  const char* name = nullptr;
  if (cuda.cuGetErrorName(code, &name) != 0 || !name) return text(code);
  return text(name, " (", code, ")");
}

}  // namespace preamar::cuda
