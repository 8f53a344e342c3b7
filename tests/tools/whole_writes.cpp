// oclgrind assumes that the host's last write to a buffer covers all of it, and then reports false uninitialised reads.
// So in a program that runs in oclgrind the host writes only whole buffers: it first reads what it does not change.
// Buffers are not released either: oclgrind confuses a new buffer with the previous one at the same address.
#include "backends/opencl/library.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

namespace preamar::test {
namespace {

opencl::Library original;

std::map<cl_mem, std::size_t>& sizes() {
  static std::map<cl_mem, std::size_t> all;
  return all;
}

template <class Change>
cl_int change(cl_command_queue queue, cl_mem buffer, cl_uint waits, const cl_event* events, cl_event* done,
              const Change& change) {
  std::vector<unsigned char> bytes(sizes().at(buffer));
  const cl_int code =
      original.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), waits, events, nullptr);
  if (code != CL_SUCCESS) return code;
  change(bytes.data());
  return original.clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, done);
}

cl_mem create(cl_context context, cl_mem_flags flags, std::size_t size, void* host, cl_int* code) {
  cl_mem const made = original.clCreateBuffer(context, flags, size, host, code);
  sizes()[made] = size;
  return made;
}

cl_int write(cl_command_queue queue, cl_mem buffer, cl_bool blocks, std::size_t at, std::size_t size, const void* from,
             cl_uint waits, const cl_event* events, cl_event* done) {
  if (size == sizes().at(buffer))
    return original.clEnqueueWriteBuffer(queue, buffer, blocks, at, size, from, waits, events, done);
  return change(queue, buffer, waits, events, done, [&](unsigned char* bytes) { std::memcpy(bytes + at, from, size); });
}

cl_int fill(cl_command_queue queue, cl_mem buffer, const void* pattern, std::size_t pattern_size, std::size_t at,
            std::size_t size, cl_uint waits, const cl_event* events, cl_event* done) {
  return change(queue, buffer, waits, events, done, [&](unsigned char* bytes) {
    for (std::size_t i = 0; i < size; i += pattern_size) std::memcpy(bytes + at + i, pattern, pattern_size);
  });
}

cl_int keep(cl_mem) { return CL_SUCCESS; }

// Before any driver is opened.
const bool are_whole = [] {
  std::string why;
  if (!std::getenv("OCLGRIND_UNINITIALIZED") || !opencl::library(why)) return false;
  auto& table = const_cast<opencl::Library&>(*opencl::library(why));
  original = table;
  table.clCreateBuffer = create;
  table.clEnqueueWriteBuffer = write;
  table.clEnqueueFillBuffer = fill;
  table.clReleaseMemObject = keep;
  return true;
}();

}  // namespace
}  // namespace preamar::test
