#include "backends/opencl/driver.h"

#include "backends/device/queued_driver.h"
#include "backends/kernels/texts.h"
#include "backends/opencl/library.h"
#include "core/error_text.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace preamar::opencl {
namespace {

using device::Argument;
using device::Info;
using device::KernelName;
using device::Memory;

template <class T>
T number(const Library& cl, cl_device_id id, cl_device_info what) {
  T value{};
  cl.clGetDeviceInfo(id, what, sizeof value, &value, nullptr);
  return value;
}

std::string words(const Library& cl, cl_device_id id, cl_device_info what) {
  std::size_t size = 0;
  if (cl.clGetDeviceInfo(id, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
  std::string value(size, '\0');
  cl.clGetDeviceInfo(id, what, size, value.data(), nullptr);
  value.resize(value.find('\0'));
  return value;
}

bool has_f64(const Library& cl, cl_device_id id) {
  return number<cl_device_fp_config>(cl, id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
}

bool rounds_floats(const Library& cl, cl_device_id id, cl_device_fp_config how) {
  return (number<cl_device_fp_config>(cl, id, CL_DEVICE_SINGLE_FP_CONFIG) & how) == how;
}

// The compiler option that makes float square roots and quotients correctly rounded.
std::string_view rounding(const Library& cl, cl_device_id id) {
  if (rounds_floats(cl, id, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)) return "-cl-fp32-correctly-rounded-divide-sqrt ";
  return has_f64(cl, id) ? "-DROUNDS_BY_F64 " : "";
}

Info describe(const Library& cl, cl_device_id id, std::size_t index) {
  return {.name = text("opencl:", index),
          .description = text(words(cl, id, CL_DEVICE_NAME), ", ", words(cl, id, CL_DEVICE_VERSION), ", driver ",
                              words(cl, id, CL_DRIVER_VERSION)),
          .tuning = words(cl, id, CL_DEVICE_NAME),
          .largest = static_cast<std::int64_t>(number<cl_ulong>(cl, id, CL_DEVICE_MAX_MEM_ALLOC_SIZE)),
          .units = static_cast<int>(std::max<cl_uint>(1, number<cl_uint>(cl, id, CL_DEVICE_MAX_COMPUTE_UNITS))),
          .has_f64 = has_f64(cl, id),
          .is_exact = rounds_floats(cl, id, CL_FP_DENORM) && !rounding(cl, id).empty()};
}

class OpenclDriver final : public device::QueuedDriver {
 public:
  OpenclDriver(const Library& cl, cl_device_id id, std::size_t index)
      : cl_(cl), id_(id), info_(describe(cl, id, index)) {
    cl_int code = 0;
    context_ = cl_.clCreateContext(nullptr, 1, &id_, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    for (cl_command_queue& queue : queues_) {
      queue = cl_.clCreateCommandQueue(context_, id_, 0, &code);
      check(code, "clCreateCommandQueue");
    }
  }
  OpenclDriver(const OpenclDriver&) = delete;
  OpenclDriver& operator=(const OpenclDriver&) = delete;

  ~OpenclDriver() override {
    for (const auto& [name, kernel] : kernels_) cl_.clReleaseKernel(kernel);
    for (const auto& [name, program] : programs_) cl_.clReleaseProgram(program);
    if (pinned_) {
      cl_.clEnqueueUnmapMemObject(queue(Queue::copies), pinned_, mapped_, 0, nullptr, nullptr);
      cl_.clFinish(queue(Queue::copies));
      cl_.clReleaseMemObject(pinned_);
    }
    for (const cl_command_queue queue : queues_)
      if (queue) cl_.clReleaseCommandQueue(queue);
    if (context_) cl_.clReleaseContext(context_);
  }

  const Info& info() const override { return info_; }

  std::uint64_t stream() override { return 0; }

 private:
  void check(cl_int code, const char* call) const {
    if (code == CL_SUCCESS) return;
    const bool is_memory =
        code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY;
    throw Error(is_memory ? ErrorKind::resource : ErrorKind::device,
                text(info_.name, ": ", call, " failed with ", code, " (", info_.description, ")"));
  }

  [[nodiscard]] cl_command_queue queue(Queue which) const { return queues_[static_cast<std::size_t>(which)]; }
  static cl_mem handle(Memory memory) { return std::bit_cast<cl_mem>(memory); }
  static cl_event handle(Event event) { return std::bit_cast<cl_event>(event); }

  Memory allocate_memory(std::int64_t bytes) override {
    cl_int code = 0;
    cl_mem const memory =
        cl_.clCreateBuffer(context_, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes), nullptr, &code);
    check(code, "clCreateBuffer");
    return static_cast<Memory>(reinterpret_cast<std::uint64_t>(memory));
  }
  void release_memory(Memory memory) noexcept override { cl_.clReleaseMemObject(handle(memory)); }

  std::array<std::byte*, 2> staging() override {
    if (!mapped_) {
      cl_int code = 0;
      if (!pinned_)
        pinned_ = cl_.clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                     static_cast<std::size_t>(staging_bytes), nullptr, &code);
      check(code, "clCreateBuffer");
      mapped_ = cl_.clEnqueueMapBuffer(queue(Queue::copies), pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                       static_cast<std::size_t>(staging_bytes), 0, nullptr, nullptr, &code);
      check(code, "clEnqueueMapBuffer");
    }
    auto* const first = static_cast<std::byte*>(mapped_);
    return {first, first + staging_bytes / 2};
  }

  Event enqueue_write(Memory to, std::int64_t at, const std::byte* from, std::int64_t bytes) override {
    cl_event done = nullptr;
    check(cl_.clEnqueueWriteBuffer(queue(Queue::copies), handle(to), CL_FALSE, static_cast<std::size_t>(at),
                                   static_cast<std::size_t>(bytes), from, 0, nullptr, &done),
          "clEnqueueWriteBuffer");
    check(cl_.clFlush(queue(Queue::copies)), "clFlush");
    return event(done);
  }
  Event enqueue_read(std::byte* to, Memory from, std::int64_t at, std::int64_t bytes) override {
    cl_event done = nullptr;
    check(cl_.clEnqueueReadBuffer(queue(Queue::copies), handle(from), CL_FALSE, static_cast<std::size_t>(at),
                                  static_cast<std::size_t>(bytes), to, 0, nullptr, &done),
          "clEnqueueReadBuffer");
    check(cl_.clFlush(queue(Queue::copies)), "clFlush");
    return event(done);
  }
  void enqueue_fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) override {
    check(cl_.clEnqueueFillBuffer(queue(Queue::work), handle(memory), &value, 1, static_cast<std::size_t>(at),
                                  static_cast<std::size_t>(bytes), 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
  }
  void enqueue_kernel(const KernelName& name, std::int64_t groups, int group_size,
                      std::span<const Argument> arguments) override {
    cl_kernel const kernel = kernel_of(name);
    cl_uint index = 0;
    for (const Argument& argument : arguments)
      std::visit(
          [&]<class T>(const T& value) {
            check(cl_.clSetKernelArg(kernel, index++, sizeof value, &value), "clSetKernelArg");
          },
          argument);
    const auto local = static_cast<std::size_t>(group_size), global = static_cast<std::size_t>(groups) * local;
    check(cl_.clEnqueueNDRangeKernel(queue(Queue::work), kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }

  Event mark(Queue which) override {
    cl_event reached = nullptr;
    check(cl_.clEnqueueMarkerWithWaitList(queue(which), 0, nullptr, &reached), "clEnqueueMarkerWithWaitList");
    check(cl_.clFlush(queue(which)), "clFlush");
    return event(reached);
  }
  void wait_on(Queue which, Event event) override {
    cl_event const reached = handle(event);
    check(cl_.clEnqueueBarrierWithWaitList(queue(which), 1, &reached, nullptr), "clEnqueueBarrierWithWaitList");
  }
  void wait_elsewhere(std::uint64_t, Event event) override { wait(event); }
  void wait(Event event) override {
    if (event == Event::none) return;
    cl_event const reached = handle(event);
    check(cl_.clWaitForEvents(1, &reached), "clWaitForEvents");
  }
  void forget(Event event) noexcept override {
    if (event != Event::none) cl_.clReleaseEvent(handle(event));
  }
  void drain(Queue which) override { check(cl_.clFinish(queue(which)), "clFinish"); }

  static Event event(cl_event made) { return static_cast<Event>(reinterpret_cast<std::uint64_t>(made)); }

  cl_kernel kernel_of(const KernelName& name) {
    std::string key = text(name.program, "/", name.variant, "/", name.name);
    if (const auto found = kernels_.find(key); found != kernels_.end()) return found->second;
    cl_int code = 0;
    cl_kernel const kernel = cl_.clCreateKernel(program_of(name), std::string(name.name).c_str(), &code);
    check(code, "clCreateKernel");
    return kernels_.emplace(std::move(key), kernel).first->second;
  }

  cl_program program_of(const KernelName& name) {
    std::string key = text(name.program, "/", name.variant);
    if (const auto found = programs_.find(key); found != programs_.end()) return found->second;
    const auto is_program = [&](const kernels::Program& program) { return program.name == name.program; };
    const auto is_variant = [&](const kernels::Variant& variant) {
      return variant.program == name.program && variant.name == name.variant;
    };
    const auto program = std::ranges::find_if(kernels::programs(), is_program);
    const auto variant = std::ranges::find_if(kernels::variants(), is_variant);
    if (variant == kernels::variants().end())
      throw Error(ErrorKind::device, text(info_.name, ": there is no kernel ", key));
    return programs_.emplace(std::move(key), built(*program, *variant)).first->second;
  }

  cl_program built(const kernels::Program& program, const kernels::Variant& variant) {
    const std::string_view prelude = kernels::opencl_prelude();
    const char* parts[] = {prelude.data(), program.text.data()};
    const std::size_t lengths[] = {prelude.size(), program.text.size()};
    cl_int code = 0;
    cl_program const made = cl_.clCreateProgramWithSource(context_, 2, parts, lengths, &code);
    check(code, "clCreateProgramWithSource");
    const std::string options = text("-cl-std=CL1.2 ", rounding(cl_, id_), variant.definitions);
    if (cl_.clBuildProgram(made, 1, &id_, options.c_str(), nullptr, nullptr) == CL_SUCCESS) return made;
    std::size_t size = 0;
    cl_.clGetProgramBuildInfo(made, id_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    cl_.clGetProgramBuildInfo(made, id_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    cl_.clReleaseProgram(made);
    throw Error(ErrorKind::device, text(info_.name, ": kernel ", program.name, " (", variant.name,
                                        ") does not compile: ", std::string_view(log).substr(0, 2000)));
  }

  const Library& cl_;
  cl_device_id id_;
  Info info_;
  cl_context context_ = nullptr;
  std::array<cl_command_queue, 2> queues_{};
  cl_mem pinned_ = nullptr;
  void* mapped_ = nullptr;
  std::map<std::string, cl_program> programs_;
  std::map<std::string, cl_kernel> kernels_;
};

std::vector<cl_device_id> device_ids(const Library& cl) {
  cl_uint count = 0;
  if (cl.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_platform_id> platforms(count);
  cl.clGetPlatformIDs(count, platforms.data(), nullptr);
  std::vector<cl_device_id> all;
  for (cl_platform_id const platform : platforms) {
    cl_uint own = 0;
    if (cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &own) != CL_SUCCESS) continue;
    const std::size_t before = all.size();
    all.resize(before + own);
    cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, own, all.data() + before, nullptr);
  }
  return all;
}

}  // namespace

std::vector<std::unique_ptr<device::Driver>> open(std::string& why) {
  const Library* const cl = library(why);
  if (!cl) return {};
  std::vector<std::unique_ptr<device::Driver>> drivers;
  why = "OpenCL is here, but no device";
  for (cl_device_id const id : device_ids(*cl)) {
    try {
      drivers.push_back(std::make_unique<OpenclDriver>(*cl, id, drivers.size()));
    } catch (const Error& error) {
      why = error.what();
    }
  }
  if (!drivers.empty()) why.clear();
  return drivers;
}

}  // namespace preamar::opencl
