#include "backends/cuda/driver.h"

#include "backends/device/queued_driver.h"
#include "core/error_text.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace preamar::cuda {
namespace {

using device::Argument;
using device::Info;
using device::KernelName;
using device::Memory;

class CudaDriver final : public device::QueuedDriver {
 public:
  CudaDriver(const Library& cuda, DeviceId id, Info info, std::span<const kernels::Fatbin> fatbins)
      : cuda_(cuda), id_(id), info_(std::move(info)), fatbins_(fatbins) {}
  CudaDriver(const CudaDriver&) = delete;
  CudaDriver& operator=(const CudaDriver&) = delete;

  ~CudaDriver() override {
    if (!context_) return;
    {
      const Attempted current(*this);
      for (void* const stream : streams_)
        if (stream) cuda_.cuStreamSynchronize(stream);
      for (const auto& [name, module] : modules_) cuda_.cuModuleUnload(module);
      if (pinned_) cuda_.cuMemFreeHost(pinned_);
      for (void* const stream : streams_)
        if (stream) cuda_.cuStreamDestroy_v2(stream);
    }
    cuda_.cuDevicePrimaryCtxRelease_v2(id_);
  }

  const Info& info() const override { return info_; }

  std::uint64_t stream() override {
    const Current current(*this);
    return reinterpret_cast<std::uint64_t>(stream(Queue::work));
  }

 private:
  // Makes the GPU's context current for a scope, then restores the context that the program had chosen. Functions that
  // release something continue even if this fails.
  class Attempted {
   public:
    explicit Attempted(const CudaDriver& driver)
        : driver_(driver), code_(driver.cuda_.cuCtxPushCurrent_v2(driver.context_)) {}
    Attempted(const Attempted&) = delete;
    Attempted& operator=(const Attempted&) = delete;
    ~Attempted() {
      void* ours = nullptr;
      if (code_ == 0) driver_.cuda_.cuCtxPopCurrent_v2(&ours);
    }
    [[nodiscard]] Result code() const { return code_; }

   private:
    const CudaDriver& driver_;
    Result code_;
  };

  class Current {
   public:
    explicit Current(CudaDriver& driver) : attempted_(driver.connected()) {
      driver.check(attempted_.code(), "cuCtxPushCurrent");
    }

   private:
    Attempted attempted_;
  };

  CudaDriver& connected() {
    if (!context_) check(cuda_.cuDevicePrimaryCtxRetain(&context_, id_), "cuDevicePrimaryCtxRetain");
    return *this;
  }

  void check(Result code, const char* call) const {
    if (code == 0) return;
    throw Error(code == out_of_memory ? ErrorKind::resource : ErrorKind::device,
                text(info_.name, ": ", call, " failed with ", name_of(cuda_, code), " (", info_.description, ")"));
  }

  void* stream(Queue which) {
    void*& own = streams_[static_cast<std::size_t>(which)];
    if (!own) check(cuda_.cuStreamCreate(&own, stream_not_blocking), "cuStreamCreate");
    return own;
  }
  static Pointer pointer(Memory memory, std::int64_t at) {
    return static_cast<Pointer>(memory) + static_cast<Pointer>(at);
  }
  static void* handle(Event event) { return std::bit_cast<void*>(event); }

  Memory allocate_memory(std::int64_t bytes) override {
    const Current current(*this);
    Pointer memory = 0;
    check(cuda_.cuMemAlloc_v2(&memory, static_cast<std::size_t>(bytes)), "cuMemAlloc");
    return static_cast<Memory>(memory);
  }
  // Waits for pending uses of the memory.
  void release_memory(Memory memory) noexcept override {
    const Attempted current(*this);
    cuda_.cuMemFree_v2(pointer(memory, 0));
  }

  std::array<std::byte*, 2> staging() override {
    if (!pinned_) {
      const Current current(*this);
      check(cuda_.cuMemAllocHost_v2(&pinned_, static_cast<std::size_t>(staging_bytes)), "cuMemAllocHost");
    }
    auto* const first = static_cast<std::byte*>(pinned_);
    return {first, first + staging_bytes / 2};
  }

  Event enqueue_write(Memory to, std::int64_t at, const std::byte* from, std::int64_t bytes) override {
    const Current current(*this);
    check(cuda_.cuMemcpyHtoDAsync_v2(pointer(to, at), from, static_cast<std::size_t>(bytes), stream(Queue::copies)),
          "cuMemcpyHtoDAsync");
    return marked_copy();
  }
  Event enqueue_read(std::byte* to, Memory from, std::int64_t at, std::int64_t bytes) override {
    const Current current(*this);
    check(cuda_.cuMemcpyDtoHAsync_v2(to, pointer(from, at), static_cast<std::size_t>(bytes), stream(Queue::copies)),
          "cuMemcpyDtoHAsync");
    return marked_copy();
  }
  void enqueue_fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) override {
    const Current current(*this);
    check(cuda_.cuMemsetD8Async(pointer(memory, at), value, static_cast<std::size_t>(bytes), stream(Queue::work)),
          "cuMemsetD8Async");
  }

  void enqueue_kernel(const KernelName& name, std::int64_t groups, int group_size,
                      std::span<const Argument> arguments) override {
    const Current current(*this);
    void* const function = function_of(name);
    if (groups > std::numeric_limits<std::int32_t>::max())
      throw Error(ErrorKind::device, text(info_.name, ": ", groups, " groups are more than a launch may have"));
    std::vector<void*> addresses;
    for (const Argument& argument : arguments)
      addresses.push_back(
          std::visit([](const auto& value) { return const_cast<void*>(static_cast<const void*>(&value)); }, argument));
    check(cuda_.cuLaunchKernel(function, static_cast<unsigned>(groups), 1, 1, static_cast<unsigned>(group_size), 1, 1,
                               0, stream(Queue::work), addresses.data(), nullptr),
          "cuLaunchKernel");
  }

  Event mark(Queue which) override {
    const Current current(*this);
    void* const queue = stream(which);
    void* event = nullptr;
    check(cuda_.cuEventCreate(&event, event_without_time), "cuEventCreate");
    if (const Result code = cuda_.cuEventRecord(event, queue); code != 0) {
      cuda_.cuEventDestroy_v2(event);
      check(code, "cuEventRecord");
    }
    return static_cast<Event>(reinterpret_cast<std::uint64_t>(event));
  }
  // If no event can be recorded for a copy, waits for it here: pinned memory must not be reused while the copy runs.
  Event marked_copy() {
    try {
      return mark(Queue::copies);
    } catch (...) {
      cuda_.cuStreamSynchronize(stream(Queue::copies));
      throw;
    }
  }
  void wait_on(Queue which, Event event) override {
    const Current current(*this);
    check(cuda_.cuStreamWaitEvent(stream(which), handle(event), 0), "cuStreamWaitEvent");
  }
  void wait_elsewhere(std::uint64_t other, Event event) override {
    const Current current(*this);
    check(cuda_.cuStreamWaitEvent(std::bit_cast<void*>(other), handle(event), 0), "cuStreamWaitEvent");
  }
  void wait(Event event) override {
    if (event == Event::none) return;
    const Current current(*this);
    check(cuda_.cuEventSynchronize(handle(event)), "cuEventSynchronize");
  }
  void forget(Event event) noexcept override {
    if (event == Event::none) return;
    const Attempted current(*this);
    cuda_.cuEventDestroy_v2(handle(event));
  }
  void drain(Queue which) override {
    const Current current(*this);
    check(cuda_.cuStreamSynchronize(stream(which)), "cuStreamSynchronize");
  }

  void* function_of(const KernelName& name) {
    std::string key = text(name.program, "_", name.variant, "_", name.name);
    if (const auto found = functions_.find(key); found != functions_.end()) return found->second;
    void* function = nullptr;
    const Result code = cuda_.cuModuleGetFunction(&function, module_of(name.program), key.c_str());
    if (code == unknown_name) throw Error(ErrorKind::device, text(info_.name, ": there is no kernel ", key));
    check(code, "cuModuleGetFunction");
    return functions_.emplace(std::move(key), function).first->second;
  }

  void* module_of(std::string_view program) {
    if (const auto found = modules_.find(program); found != modules_.end()) return found->second;
    const auto fatbin = std::ranges::find(fatbins_, program, &kernels::Fatbin::program);
    if (fatbin == fatbins_.end()) throw Error(ErrorKind::device, text(info_.name, ": there is no program ", program));
    void*& module = modules_[program];
    if (const Result code = cuda_.cuModuleLoadData(&module, fatbin->bytes); code != 0) {
      modules_.erase(program);
      check(code, "cuModuleLoadData");
    }
    return module;
  }

  const Library& cuda_;
  DeviceId id_;
  Info info_;
  std::span<const kernels::Fatbin> fatbins_;
  void* context_ = nullptr;
  std::array<void*, 2> streams_{};
  void* pinned_ = nullptr;
  std::map<std::string_view, void*> modules_;  // by the names of fatbins, which outlive it
  std::map<std::string, void*> functions_;
};

}  // namespace

std::unique_ptr<device::Driver> make_driver(const Library& cuda, DeviceId id, Info info,
                                            std::span<const kernels::Fatbin> fatbins) {
  return std::make_unique<CudaDriver>(cuda, id, std::move(info), fatbins);
}

}  // namespace preamar::cuda
