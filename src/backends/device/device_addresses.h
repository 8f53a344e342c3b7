// Images in the memory of a device. Such an image has addresses, so that views of it are made and compared as those of
// any other, but no pixels: only the primitives of its device may look at them.
#pragma once

#include "backends/device/devices.h"

#include <cstdint>
#include <optional>

namespace preamar::device {

// Where an address lies.
struct Place {
  Device* device;
  Memory memory;
  std::int64_t at;     // bytes from the beginning of that memory
  std::int64_t bytes;  // that it has in all
  bool is_owned;       // or else another library's
};

// Addresses for so many new bytes of a device; throws Error (resource).
[[nodiscard]] void* reserve(Device& device, std::int64_t bytes);
// The same for memory that belongs to somebody else.
[[nodiscard]] void* adopt(Device& device, Memory memory, std::int64_t bytes);
void release(void* address) noexcept;
[[nodiscard]] std::optional<Place> find(const void* address);

}  // namespace preamar::device
