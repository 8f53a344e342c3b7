// OpenCL support: a device, its memory, programs and their kernels.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace NAME_converted::opencl {

inline void require(cl_int code, const std::string& what) {
  if (code != CL_SUCCESS)
    throw std::runtime_error("OpenCL: " + what + " failed: " + std::to_string(code));
}

template <class Handle, auto release>
struct Release {
  void operator()(Handle handle) const { release(handle); }
};
template <class Handle, auto release>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release<Handle, release>>;

// The first GPU of the machine; without one, the first device of any kind.
inline cl_device_id find_device() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return nullptr;
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (const cl_device_type type :
       std::array<cl_device_type, 2>{CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL})
    for (const cl_platform_id platform : platforms) {
      cl_device_id device = nullptr;
      if (clGetDeviceIDs(platform, type, 1, &device, nullptr) == CL_SUCCESS) return device;
    }
  return nullptr;
}

inline bool is_available() { return find_device() != nullptr; }

// A device and its queue, shared by all threads. Never destroyed, like programs: OpenCL may be
// unloaded before static objects are destroyed.
class Device {
 public:
  static const Device& get() {
    static const Device& device = *new Device;
    return device;
  }

  [[nodiscard]] cl_device_id id() const { return id_; }
  [[nodiscard]] cl_context context() const { return context_.get(); }
  [[nodiscard]] cl_command_queue queue() const { return queue_.get(); }
  // Bytes of local memory per group.
  [[nodiscard]] std::int64_t local_memory() const {
    cl_ulong bytes = 0;
    require(clGetDeviceInfo(id_, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
            "asking for local memory");
    return static_cast<std::int64_t>(bytes);
  }
  // Correctly rounded division and square root, if the device supports it.
  [[nodiscard]] std::string options() const {
    cl_device_fp_config offered = 0;
    clGetDeviceInfo(id_, CL_DEVICE_SINGLE_FP_CONFIG, sizeof offered, &offered, nullptr);
    const bool is_exact = (offered & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    return is_exact ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt " : "-cl-std=CL1.2 ";
  }

 private:
  Device() : id_(find_device()) {
    if (id_ == nullptr) throw std::runtime_error("OpenCL: there is no device");
    cl_int code = CL_SUCCESS;
    context_.reset(clCreateContext(nullptr, 1, &id_, nullptr, nullptr, &code));
    require(code, "making a context");
    queue_.reset(clCreateCommandQueue(context_.get(), id_, 0, &code));
    require(code, "making a queue");
  }

  cl_device_id id_;
  Owned<cl_context, clReleaseContext> context_;
  Owned<cl_command_queue, clReleaseCommandQueue> queue_;
};

// Rows in host memory, `stride` pixels apart; 0 means the width.
struct Rows {
  std::int64_t height, width, stride;
  [[nodiscard]] bool have_gaps() const { return stride != 0 && stride != width; }
  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(height * width); }
};

// Device memory, optionally with a copy of `data`.
class Buffer {
 public:
  // Row after row, without gaps.
  Buffer(const void* data, const Rows& rows, std::size_t pixel)
      : Buffer(rows.have_gaps() ? joined(data, rows, pixel).data() : data, rows.count() * pixel) {}
  explicit Buffer(std::size_t size) : Buffer(nullptr, size) {}
  Buffer(const void* data, std::size_t size) : size_(size) {
    cl_int code = CL_SUCCESS;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data == nullptr ? 0 : CL_MEM_COPY_HOST_PTR);
    memory_.reset(
        clCreateBuffer(Device::get().context(), flags, size, const_cast<void*>(data), &code));
    require(code, "getting " + std::to_string(size) + " bytes");
  }
  // Copies everything to the host, after all earlier work is done.
  void read(void* data) const {
    require(clEnqueueReadBuffer(Device::get().queue(), memory_.get(), CL_TRUE, 0, size_, data, 0,
                                nullptr, nullptr),
            "reading a result");
  }
  void read(void* data, const Rows& rows, std::size_t pixel) const {
    if (!rows.have_gaps()) return read(data);
    std::vector<unsigned char> bytes(size_);
    read(bytes.data());
    const std::size_t length = static_cast<std::size_t>(rows.width) * pixel;
    for (std::int64_t y = 0; y < rows.height; ++y)
      std::memcpy(
          static_cast<unsigned char*>(data) + static_cast<std::size_t>(y * rows.stride) * pixel,
          bytes.data() + static_cast<std::size_t>(y) * length, length);
  }
  [[nodiscard]] cl_mem memory() const { return memory_.get(); }

 private:
  static std::vector<unsigned char> joined(const void* data, const Rows& rows, std::size_t pixel) {
    const std::size_t length = static_cast<std::size_t>(rows.width) * pixel;
    std::vector<unsigned char> bytes(rows.count() * pixel);
    for (std::int64_t y = 0; y < rows.height; ++y)
      std::memcpy(bytes.data() + static_cast<std::size_t>(y) * length,
                  static_cast<const unsigned char*>(data) +
                      static_cast<std::size_t>(y * rows.stride) * pixel,
                  length);
    return bytes;
  }

  std::size_t size_;
  Owned<cl_mem, clReleaseMemObject> memory_;
};

class Program {
 public:
  Program(const char* text, const std::string& options) {
    const cl_device_id device = Device::get().id();
    cl_int code = CL_SUCCESS;
    program_.reset(clCreateProgramWithSource(Device::get().context(), 1, &text, nullptr, &code));
    require(code, "making a program");
    code = clBuildProgram(program_.get(), 1, &device, (Device::get().options() + options).c_str(),
                          nullptr, nullptr);
    if (code == CL_SUCCESS) return;
    std::size_t size = 0;
    clGetProgramBuildInfo(program_.get(), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, ' ');
    clGetProgramBuildInfo(program_.get(), device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    require(code, "building kernels (" + log + ")");
  }
  [[nodiscard]] cl_program program() const { return program_.get(); }

 private:
  Owned<cl_program, clReleaseProgram> program_;
};

// Local memory of a group, in bytes, as an argument.
struct Local {
  std::int64_t size;
};

class Kernel {
 public:
  Kernel(const Program& program, const char* name) {
    cl_int code = CL_SUCCESS;
    kernel_.reset(clCreateKernel(program.program(), name, &code));
    require(code, std::string("finding the kernel ") + name);
  }

  template <class... Arguments>
  void set(const Arguments&... arguments) const {
    cl_uint index = 0;
    (set_one(index++, arguments), ...);
  }

  // At least `items` items along columns, rows and planes, rounded up to complete groups.
  void run(const std::vector<std::int64_t>& items, const std::vector<std::int64_t>& group) const {
    std::vector<std::size_t> all, local;
    for (std::size_t axis = 0; axis < items.size(); ++axis) {
      local.push_back(static_cast<std::size_t>(group[axis]));
      all.push_back((static_cast<std::size_t>(items[axis]) + local[axis] - 1) / local[axis] *
                    local[axis]);
    }
    require(clEnqueueNDRangeKernel(Device::get().queue(), kernel_.get(),
                                   static_cast<cl_uint>(items.size()), nullptr, all.data(),
                                   local.data(), 0, nullptr, nullptr),
            "running a kernel");
  }

 private:
  void set_one(cl_uint index, const Buffer& buffer) const {
    const cl_mem memory = buffer.memory();
    require(clSetKernelArg(kernel_.get(), index, sizeof memory, &memory), "setting a buffer");
  }
  void set_one(cl_uint index, const Local& local) const {
    require(clSetKernelArg(kernel_.get(), index, static_cast<std::size_t>(local.size), nullptr),
            "setting local memory");
  }
  template <class Value>
  void set_one(cl_uint index, const Value& value) const {
    require(clSetKernelArg(kernel_.get(), index, sizeof value, &value), "setting a number");
  }

  Owned<cl_kernel, clReleaseKernel> kernel_;
};

}  // namespace NAME_converted::opencl
