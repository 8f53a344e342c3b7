// A CUDA driver for tests of DLPack: memory is the host's, copies are made at once, kernels are not run, and it records
// which stream is made to wait for which.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long pointer;
enum { ok = 0, not_found = 500 };

static char text[1 << 16];

const char* notes(void) { return text; }
void forget_notes(void) { text[0] = 0; }

int cuInit(unsigned flags) { return (void)flags, ok; }
int cuDriverGetVersion(int* version) { return *version = 13000, ok; }
int cuGetErrorName(int code, const char** name) { return (void)code, *name = "noted", ok; }
int cuDeviceGetCount(int* count) { return *count = 1, ok; }
int cuDeviceGet(int* device, int index) { return *device = index, ok; }
int cuDeviceGetName(char* name, int size, int device) { return (void)device, snprintf(name, size, "noting"), ok; }
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  return (void)device, *value = attribute == 75 ? 7 : attribute == 76 ? 5 : 1, ok;
}
int cuDeviceTotalMem_v2(size_t* bytes, int device) { return (void)device, *bytes = (size_t)1 << 30, ok; }
int cuDevicePrimaryCtxRetain(void** context, int device) { return (void)device, *context = text, ok; }
int cuDevicePrimaryCtxRelease_v2(int device) { return (void)device, ok; }
int cuCtxPushCurrent_v2(void* context) { return (void)context, ok; }
int cuCtxPopCurrent_v2(void** context) { return *context = text, ok; }

int cuStreamCreate(void** stream, unsigned flags) { return (void)flags, *stream = malloc(1), ok; }
int cuStreamDestroy_v2(void* stream) { return free(stream), ok; }
int cuStreamSynchronize(void* stream) { return (void)stream, ok; }

// An event holds the stream that it was recorded on.
int cuEventCreate(void** event, unsigned flags) { return (void)flags, *event = calloc(1, sizeof(void*)), ok; }
int cuEventDestroy_v2(void* event) { return free(event), ok; }
int cuEventRecord(void* event, void* stream) { return *(void**)event = stream, ok; }
int cuEventSynchronize(void* event) { return (void)event, ok; }
int cuStreamWaitEvent(void* stream, void* event, unsigned flags) {
  (void)flags;
  const size_t used = strlen(text);
  snprintf(text + used, sizeof text - used, "%llu:%llu ", (pointer)stream, *(pointer*)event);
  return ok;
}

int cuMemAlloc_v2(pointer* memory, size_t bytes) { return *memory = (pointer)malloc(bytes), ok; }
int cuMemFree_v2(pointer memory) { return free((void*)memory), ok; }
int cuMemAllocHost_v2(void** memory, size_t bytes) { return *memory = malloc(bytes), ok; }
int cuMemFreeHost(void* memory) { return free(memory), ok; }
int cuMemcpyHtoDAsync_v2(pointer to, const void* from, size_t bytes, void* stream) {
  return (void)stream, memcpy((void*)to, from, bytes), ok;
}
int cuMemcpyDtoHAsync_v2(void* to, pointer from, size_t bytes, void* stream) {
  return (void)stream, memcpy(to, (void*)from, bytes), ok;
}
int cuMemsetD8Async(pointer to, unsigned char value, size_t bytes, void* stream) {
  return (void)stream, memset((void*)to, value, bytes), ok;
}
int cuModuleLoadData(void** module, const void* fatbin) { return (void)module, (void)fatbin, not_found; }
int cuModuleUnload(void* module) { return (void)module, ok; }
int cuModuleGetFunction(void** function, void* module, const char* name) {
  return (void)function, (void)module, (void)name, not_found;
}
int cuLaunchKernel(void) { return not_found; }
