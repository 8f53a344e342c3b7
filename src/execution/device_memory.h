// Native handles of device memory, to share it with other libraries in the same process.
#pragma once

#include <preamar/execution.h>

#include <cstdint>

namespace preamar::execution {

// The native handle of a device address: a CUdeviceptr, or a cl_mem.
[[nodiscard]] std::uint64_t device_handle(const void* address);
// An address for memory of `on.device` that the caller owns. Valid until Backend::release.
[[nodiscard]] void* adopt_device_memory(const Execution& on, std::uint64_t handle, std::int64_t bytes);

// Orders our work with that of other libraries on the same memory: Driver::stream and Driver::order_before. If the
// device of `on` has no memory of its own, returns 0 and does nothing.
[[nodiscard]] std::uint64_t device_stream(const Execution& on);
void order_device_before(const Execution& on, std::uint64_t other);

}  // namespace preamar::execution
