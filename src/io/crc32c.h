// The check sum of Castagnoli's polynomial, as Zarr's `crc32c` has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace preamar::io {

[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept;

}  // namespace preamar::io
