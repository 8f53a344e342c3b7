// Loaded before OpenCL by programs that run in oclgrind: buffers are not released, for it takes what was there of the
// last at an address for the next. See tests/tools/whole_writes.cpp.
extern "C" [[gnu::visibility("default")]] int clReleaseMemObject(void* buffer);

int clReleaseMemObject(void* buffer) {
  static_cast<void>(buffer);
  return 0;  // CL_SUCCESS
}
