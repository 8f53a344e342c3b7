// Images in the memory of a device. Such an image has unique addresses, so views of it are made and compared like any
// others, but no host memory: only primitives of its device may access the pixels.
#pragma once

#include "backends/device/devices.h"

#include <cstdint>
#include <optional>

namespace preamar::device {

// The device memory behind an address.
struct Coordinates {
  Device* device;
  Memory memory;
  std::int64_t at;     // offset in bytes from the start of that memory
  std::int64_t bytes;  // its total size in bytes
  bool is_owned;       // false: another library owns it
};

// Allocates `bytes` bytes of a device and returns an address for them. Throws Error (resource).
[[nodiscard]] void* reserve(Device& device, std::int64_t bytes);
// The same for memory that another library owns.
[[nodiscard]] void* adopt(Device& device, Memory memory, std::int64_t bytes);
void release(void* address) noexcept;
[[nodiscard]] std::optional<Coordinates> find(const void* address);

}  // namespace preamar::device
