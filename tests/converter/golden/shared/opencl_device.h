// What OpenCL's C interface needs around kernels: a device, memory there, programs and their
// kernels.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
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

// The first GPU of the machine, or else the first device of any kind.
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

// A device and its queue, which all threads share. Like programs it is kept to the end, when OpenCL
// may be gone before what is static.
class Device {
 public:
  static const Device& get() {
    static const Device& device = *new Device;
    return device;
  }

  [[nodiscard]] cl_device_id id() const { return id_; }
  [[nodiscard]] cl_context context() const { return context_.get(); }
  [[nodiscard]] cl_command_queue queue() const { return queue_.get(); }
  // Bytes that a group of items shares.
  [[nodiscard]] std::int64_t local_memory() const {
    cl_ulong bytes = 0;
    require(clGetDeviceInfo(id_, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
            "asking for local memory");
    return static_cast<std::int64_t>(bytes);
  }
  // Division and root as the processor has them, where the device offers it.
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

// Rows in memory of the host, `stride` pixels apart; 0 stands for the width.
struct Rows {
  std::int64_t height, width, stride;
};

// Memory of the device, with a copy of what lies at `data` or without.
class Buffer {
 public:
  // Row after row, without gaps.
  Buffer(const void* data, const Rows& rows, std::size_t pixel) : Buffer(bytes(rows, pixel)) {
    if (rows.stride == 0 || rows.stride == rows.width) {
      write(data);
      return;
    }
    const Region region(rows, pixel);
    require(
        clEnqueueWriteBufferRect(Device::get().queue(), memory_.get(), CL_TRUE,
                                 region.origin.data(), region.origin.data(), region.extent.data(),
                                 region.extent[0], 0, region.pitch, 0, data, 0, nullptr, nullptr),
        "copying an image");
  }
  explicit Buffer(std::size_t size) : Buffer(nullptr, size) {}
  Buffer(const void* data, std::size_t size) : size_(size) {
    cl_int code = CL_SUCCESS;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data == nullptr ? 0 : CL_MEM_COPY_HOST_PTR);
    memory_.reset(
        clCreateBuffer(Device::get().context(), flags, size, const_cast<void*>(data), &code));
    require(code, "getting " + std::to_string(size) + " bytes");
  }
  // All of it, when everything before is done.
  void read(void* data) const {
    require(clEnqueueReadBuffer(Device::get().queue(), memory_.get(), CL_TRUE, 0, size_, data, 0,
                                nullptr, nullptr),
            "reading a result");
  }
  void read(void* data, const Rows& rows, std::size_t pixel) const {
    if (rows.stride == 0 || rows.stride == rows.width) return read(data);
    const Region region(rows, pixel);
    require(
        clEnqueueReadBufferRect(Device::get().queue(), memory_.get(), CL_TRUE, region.origin.data(),
                                region.origin.data(), region.extent.data(), region.extent[0], 0,
                                region.pitch, 0, data, 0, nullptr, nullptr),
        "reading a result");
  }
  [[nodiscard]] cl_mem memory() const { return memory_.get(); }

 private:
  struct Region {
    Region(const Rows& rows, std::size_t pixel)
        : extent{static_cast<std::size_t>(rows.width) * pixel,
                 static_cast<std::size_t>(rows.height), 1},
          pitch(static_cast<std::size_t>(rows.stride) * pixel) {}
    std::array<std::size_t, 3> origin{}, extent;
    std::size_t pitch;
  };

  static std::size_t bytes(const Rows& rows, std::size_t pixel) {
    return static_cast<std::size_t>(rows.height * rows.width) * pixel;
  }
  void write(const void* data) const {
    require(clEnqueueWriteBuffer(Device::get().queue(), memory_.get(), CL_TRUE, 0, size_, data, 0,
                                 nullptr, nullptr),
            "copying an image");
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

// Memory of a group, in bytes, as an argument.
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

  // At least `items` of them, along columns, rows and planes: whole groups.
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
