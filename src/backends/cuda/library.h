// The functions of the CUDA driver that are used, loaded at run time: building and running Preamar does not need CUDA.
// Declared as in the driver's reference manual; handles are opaque.
#pragma once

#include <cstddef>
#include <string>

namespace preamar::cuda {

using Result = int;  // 0 is success
using Pointer = unsigned long long;
using DeviceId = int;

// The results that need different treatment.
constexpr Result out_of_memory = 2, no_device = 100, unknown_name = 500;
// Of cuDeviceGetAttribute.
constexpr int attribute_units = 16, attribute_major = 75, attribute_minor = 76;
constexpr unsigned stream_not_blocking = 1, event_without_time = 2;

struct Library {
  Result (*cuInit)(unsigned flags);
  Result (*cuDriverGetVersion)(int* version);
  Result (*cuGetErrorName)(Result code, const char** name);
  Result (*cuDeviceGetCount)(int* count);
  Result (*cuDeviceGet)(DeviceId* device, int index);
  Result (*cuDeviceGetName)(char* name, int size, DeviceId device);
  Result (*cuDeviceGetAttribute)(int* value, int attribute, DeviceId device);
  Result (*cuDeviceTotalMem_v2)(std::size_t* bytes, DeviceId device);
  Result (*cuDevicePrimaryCtxRetain)(void** context, DeviceId device);
  Result (*cuDevicePrimaryCtxRelease_v2)(DeviceId device);
  Result (*cuCtxPushCurrent_v2)(void* context);
  Result (*cuCtxPopCurrent_v2)(void** context);
  Result (*cuStreamCreate)(void** stream, unsigned flags);
  Result (*cuStreamDestroy_v2)(void* stream);
  Result (*cuStreamSynchronize)(void* stream);
  Result (*cuStreamWaitEvent)(void* stream, void* event, unsigned flags);
  Result (*cuEventCreate)(void** event, unsigned flags);
  Result (*cuEventDestroy_v2)(void* event);
  Result (*cuEventRecord)(void* event, void* stream);
  Result (*cuEventSynchronize)(void* event);
  Result (*cuMemAlloc_v2)(Pointer* memory, std::size_t bytes);
  Result (*cuMemFree_v2)(Pointer memory);
  Result (*cuMemAllocHost_v2)(void** memory, std::size_t bytes);
  Result (*cuMemFreeHost)(void* memory);
  Result (*cuMemcpyHtoDAsync_v2)(Pointer to, const void* from, std::size_t bytes, void* stream);
  Result (*cuMemcpyDtoHAsync_v2)(void* to, Pointer from, std::size_t bytes, void* stream);
  Result (*cuMemsetD8Async)(Pointer to, unsigned char value, std::size_t bytes, void* stream);
  Result (*cuModuleLoadData)(void** module, const void* fatbin);
  Result (*cuModuleUnload)(void* module);
  Result (*cuModuleGetFunction)(void** function, void* module, const char* name);
  Result (*cuLaunchKernel)(void* function, unsigned groups_x, unsigned groups_y, unsigned groups_z, unsigned items_x,
                           unsigned items_y, unsigned items_z, unsigned shared_bytes, void* stream, void** arguments,
                           void** extra);
};

// Null if this machine has no CUDA driver; `why` then holds the reason.
[[nodiscard]] const Library* library(std::string& why);

// "CUDA_ERROR_OUT_OF_MEMORY (2)"; only the number if the driver has no name for it.
[[nodiscard]] std::string name_of(const Library& cuda, Result code);

}  // namespace preamar::cuda
