// Memory of a device as its own driver knows it, to be shared with other libraries in the same process.
#pragma once

#include <preamar/execution.h>

#include <cstdint>

namespace preamar::execution {

// The handle of what lies at an address of a device: a CUdeviceptr, or a cl_mem.
[[nodiscard]] std::uint64_t device_handle(const void* address);
// Addresses for memory of the device of `on` that belongs to somebody else, until Backend::release of them.
[[nodiscard]] void* adopt_device_memory(const Execution& on, std::uint64_t handle, std::int64_t bytes);

// How work of other libraries on the same memory is ordered with ours; Driver::stream and Driver::order_before. 0 and
// nothing where the device of `on` has no memory of its own.
[[nodiscard]] std::uint64_t device_stream(const Execution& on);
void order_device_before(const Execution& on, std::uint64_t other);

}  // namespace preamar::execution
