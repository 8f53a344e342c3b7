#include "tools/stand_in_cuda.h"

#include "backends/kernels/texts.h"
#include "tools/host_kernels.h"

#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace preamar::test::stand_in {
namespace {

using cuda::DeviceId;
using cuda::Pointer;
using cuda::Result;

constexpr Result ok = 0, invalid_value = 1, invalid_context = 201, illegal_address = 700;
constexpr Pointer tag = 0xD000'0000'0000'0000;  // no processor has such addresses

struct Stream {
  std::deque<std::function<Result()>> work;
  std::int64_t given = 0, done = 0;
};

struct Event {
  Stream* stream = nullptr;
  std::int64_t place = 0;  // reached when the stream has done this number of tasks
};

struct State {
  std::map<Pointer, std::vector<std::byte>> memory;
  std::map<void*, std::vector<std::byte>> pinned;
  std::map<void*, std::unique_ptr<Stream>> streams;
  std::map<void*, std::unique_ptr<Stream>> default_streams;  // 1: the legacy one, 2: that of the thread
  std::map<void*, std::unique_ptr<Event>> events;
  std::multiset<std::string> modules;
  std::int64_t contexts = 0, current = 0;
  std::int64_t calls_left = -1;
  bool has_failed = false;
  Result init = ok;
  std::map<std::string, std::string> replaced;  // programs by others
};

State& state() {
  static State all;
  return all;
}

// Every function of the driver begins with this.
bool fails() {
  if (state().calls_left < 0) return false;
  if (state().calls_left-- > 0) return false;
  state().has_failed = true;
  return true;
}

// The bytes behind an address; null if they are not all of one allocation.
std::byte* real(Pointer address, std::size_t bytes) {
  auto next = state().memory.upper_bound(address);
  if (next == state().memory.begin()) return nullptr;
  auto& [first, block] = *--next;
  return address - first + bytes <= block.size() ? block.data() + (address - first) : nullptr;
}

Result run_until(Stream& stream, std::int64_t place) {
  Result worst = ok;
  while (stream.done < place) {
    const auto next = std::move(stream.work.front());
    stream.work.pop_front();
    ++stream.done;
    if (const Result code = next(); code != ok) worst = code;
  }
  return worst;
}

// Null if there is no such handle.
Stream* stream_of(void* handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number == 1 || number == 2) {
    auto& own = state().default_streams[handle];
    if (!own) own = std::make_unique<Stream>();
    return own.get();
  }
  const auto found = state().streams.find(handle);
  return found == state().streams.end() ? nullptr : found->second.get();
}

Result give(void* handle, std::function<Result()> work) {
  Stream* const stream = stream_of(handle);
  if (!stream) return invalid_value;
  stream->work.push_back(std::move(work));
  ++stream->given;
  return ok;
}

Result run_all() {
  Result worst = ok;
  for (const auto* const all : {&state().streams, &state().default_streams})
    for (const auto& [handle, stream] : *all)
      if (const Result code = run_until(*stream, stream->given); code != ok) worst = code;
  return worst;
}

// For calls that need a current context.
Result begin(Result failure = illegal_address) {
  if (fails()) return failure;
  return state().current > 0 ? ok : invalid_context;
}

// Functions that destroy do so whatever they return.
Result end() { return fails() ? illegal_address : state().current > 0 ? ok : invalid_context; }

Result get_name(Result code, const char** name) {
  *name = code == cuda::out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == illegal_address   ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : code == invalid_context   ? "CUDA_ERROR_INVALID_CONTEXT"
                                      : nullptr;
  return *name ? ok : invalid_value;
}

Result get_attribute(int* value, int attribute, DeviceId) {
  *value = attribute == cuda::attribute_major ? 7 : attribute == cuda::attribute_minor ? 5 : 1;
  return fails() ? illegal_address : ok;
}

Result allocate(Pointer* memory, std::size_t bytes) {
  if (const Result code = begin(cuda::out_of_memory); code != ok) return code;
  std::vector<std::byte> block(bytes, std::byte{0xA5});
  *memory = reinterpret_cast<Pointer>(block.data()) ^ tag;
  state().memory.emplace(*memory, std::move(block));
  return ok;
}

// The driver waits for pending uses of the memory.
Result release(Pointer memory) {
  run_all();
  state().memory.erase(memory);
  return end();
}

Result allocate_pinned(void** memory, std::size_t bytes) {
  if (const Result code = begin(cuda::out_of_memory); code != ok) return code;
  std::vector<std::byte> block(bytes, std::byte{0xA5});
  *memory = block.data();
  state().pinned.emplace(*memory, std::move(block));
  return ok;
}

Result write(Pointer to, const void* from, std::size_t bytes, void* stream) {
  if (const Result code = begin(); code != ok) return code;
  return give(stream, [=] {
    std::byte* const target = real(to, bytes);
    if (!target) return illegal_address;
    std::memcpy(target, from, bytes);
    return ok;
  });
}

Result read(void* to, Pointer from, std::size_t bytes, void* stream) {
  if (const Result code = begin(); code != ok) return code;
  return give(stream, [=] {
    const std::byte* const source = real(from, bytes);
    if (!source) return illegal_address;
    std::memcpy(to, source, bytes);
    return ok;
  });
}

Result fill(Pointer to, unsigned char value, std::size_t bytes, void* stream) {
  if (const Result code = begin(); code != ok) return code;
  return give(stream, [=] {
    std::byte* const target = real(to, bytes);
    if (!target) return illegal_address;
    std::memset(target, value, bytes);
    return ok;
  });
}

Result create_stream(void** stream, unsigned) {
  if (const Result code = begin(cuda::out_of_memory); code != ok) return code;
  auto made = std::make_unique<Stream>();
  *stream = made.get();
  state().streams.emplace(*stream, std::move(made));
  return ok;
}

Result synchronize_stream(void* stream) {
  if (const Result code = begin(); code != ok) return code;
  Stream* const own = stream_of(stream);
  return own ? run_until(*own, own->given) : invalid_value;
}

Result destroy_stream(void* stream) {
  Stream& own = *static_cast<Stream*>(stream);
  run_until(own, own.given);
  state().streams.erase(stream);
  return end();
}

Result create_event(void** event, unsigned) {
  if (const Result code = begin(cuda::out_of_memory); code != ok) return code;
  auto made = std::make_unique<Event>();
  *event = made.get();
  state().events.emplace(*event, std::move(made));
  return ok;
}

Result record_event(void* event, void* stream) {
  if (const Result code = begin(); code != ok) return code;
  Stream* const own = stream_of(stream);
  if (!own) return invalid_value;
  *static_cast<Event*>(event) = {own, own->given};
  return ok;
}

// Capture the event's position now: it may be destroyed before the stream waits for it.
Result wait_for_event(void* stream, void* event, unsigned) {
  if (const Result code = begin(); code != ok) return code;
  const Event reached = *static_cast<Event*>(event);
  return give(stream, [reached] { return run_until(*reached.stream, reached.place); });
}

Result synchronize_event(void* event) {
  if (const Result code = begin(); code != ok) return code;
  const Event& reached = *static_cast<Event*>(event);
  return run_until(*reached.stream, reached.place);
}

Result destroy_event(void* event) {
  state().events.erase(event);
  return end();
}

// A fatbin of the stand-in is the name of its program.
Result load_module(void** module, const void* fatbin) {
  if (const Result code = begin(); code != ok) return code;
  state().modules.emplace(static_cast<const char*>(fatbin));
  *module = const_cast<void*>(fatbin);
  return ok;
}

Result unload_module(void* module) {
  state().modules.erase(state().modules.find(static_cast<const char*>(module)));
  return end();
}

Result get_function(void** function, void* module, const char* name) {
  if (const Result code = begin(); code != ok) return code;
  const std::string program = static_cast<const char*>(module);
  const auto other = state().replaced.find(program);
  const std::string found = other == state().replaced.end() ? name : other->second + (name + program.size());
  const HostKernel* const kernel = host_kernel(found);
  if (!kernel || !std::string_view(name).starts_with(program + "_")) return cuda::unknown_name;
  *function = const_cast<HostKernel*>(kernel);
  return ok;
}

// The values at the time of the call, as with the real driver.
Result launch(void* function, unsigned groups, unsigned, unsigned, unsigned items, unsigned, unsigned, unsigned,
              void* stream, void** arguments, void**) {
  if (const Result code = begin(); code != ok) return code;
  const HostKernel& kernel = *static_cast<const HostKernel*>(function);
  std::vector<std::vector<std::byte>> values;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const auto* const bytes = static_cast<const std::byte*>(arguments[i]);
    values.emplace_back(bytes, bytes + kernel.parameters[i].size);
  }
  return give(stream, [&kernel, groups, items, values]() mutable {
    std::vector<void*> addresses;
    for (std::size_t i = 0; i < values.size(); ++i) {
      addresses.push_back(values[i].data());
      Pointer address = 0;
      if (!kernel.parameters[i].is_pointer) continue;
      std::memcpy(&address, values[i].data(), sizeof address);
      if (address == 0) continue;
      std::byte* const target = real(address, 1);
      if (!target) return illegal_address;
      std::memcpy(values[i].data(), &target, sizeof target);
    }
    run_as_threads(kernel, groups, static_cast<int>(items), addresses.data());
    return ok;
  });
}

}  // namespace

cuda::Library library() {
  return {
      .cuInit = [](unsigned) { return fails() ? illegal_address : state().init; },
      .cuDriverGetVersion = [](int* version) { return *version = 13000, fails() ? illegal_address : ok; },
      .cuGetErrorName = get_name,
      .cuDeviceGetCount = [](int* count) { return *count = 1, fails() ? illegal_address : ok; },
      .cuDeviceGet = [](DeviceId* device, int index) { return *device = index, fails() ? illegal_address : ok; },
      .cuDeviceGetName = [](char* name, int,
                            DeviceId) { return std::strcpy(name, "stand-in"), fails() ? illegal_address : ok; },
      .cuDeviceGetAttribute = get_attribute,
      .cuDeviceTotalMem_v2 = [](std::size_t* bytes,
                                DeviceId) { return *bytes = std::size_t{1} << 30, fails() ? illegal_address : ok; },
      .cuDevicePrimaryCtxRetain =
          [](void** context, DeviceId) {
            if (fails()) return cuda::out_of_memory;
            *context = &state();
            ++state().contexts;
            return ok;
          },
      .cuDevicePrimaryCtxRelease_v2 = [](DeviceId) { return --state().contexts, fails() ? illegal_address : ok; },
      .cuCtxPushCurrent_v2 =
          [](void* context) {
            if (fails()) return illegal_address;
            return context == &state() ? (++state().current, ok) : invalid_context;
          },
      .cuCtxPopCurrent_v2 = [](void**) { return --state().current, fails() ? illegal_address : ok; },
      .cuStreamCreate = create_stream,
      .cuStreamDestroy_v2 = destroy_stream,
      .cuStreamSynchronize = synchronize_stream,
      .cuStreamWaitEvent = wait_for_event,
      .cuEventCreate = create_event,
      .cuEventDestroy_v2 = destroy_event,
      .cuEventRecord = record_event,
      .cuEventSynchronize = synchronize_event,
      .cuMemAlloc_v2 = allocate,
      .cuMemFree_v2 = release,
      .cuMemAllocHost_v2 = allocate_pinned,
      .cuMemFreeHost = [](void* memory) { return run_all(), state().pinned.erase(memory), end(); },
      .cuMemcpyHtoDAsync_v2 = write,
      .cuMemcpyDtoHAsync_v2 = read,
      .cuMemsetD8Async = fill,
      .cuModuleLoadData = load_module,
      .cuModuleUnload = unload_module,
      .cuModuleGetFunction = get_function,
      .cuLaunchKernel = launch,
  };
}

std::span<const kernels::Fatbin> fatbins() {
  static const std::vector<kernels::Fatbin> all = [] {
    std::vector<kernels::Fatbin> made;
    for (const kernels::Program& program : kernels::programs())
      made.push_back({program.name, program.name.data()});  // from a literal, which ends with a zero
    return made;
  }();
  return all;
}

kernels::CudaTargets targets() {
  static constexpr int machine[] = {75};
  return {machine, 0};
}

Held held() {
  const auto count = [](const auto& all) { return static_cast<std::int64_t>(all.size()); };
  const State& now = state();
  return {count(now.memory), count(now.pinned),  count(now.streams),
          count(now.events), count(now.modules), now.contexts};
}

void fail_after(std::int64_t calls) {
  state().calls_left = calls;
  state().has_failed = false;
}
bool has_failed() { return state().has_failed; }
void answer_init(Result code) { state().init = code; }
void replace_program(const std::string& program, const std::string& other) { state().replaced[program] = other; }

}  // namespace preamar::test::stand_in
