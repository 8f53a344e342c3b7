// Digests of bytes and pixels, to detect changes. Not cryptographic: they find accidents, not forgeries.
#pragma once

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace preamar {

// The same on every machine. Use different seeds for different kinds of data.
[[nodiscard]] std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t seed = 0);
// Digest of dtype, shape and pixels; independent of strides.
[[nodiscard]] std::uint64_t digest(ConstImageView image, std::uint64_t seed = 0);
// Sixteen hexadecimal digits.
[[nodiscard]] std::string hex(std::uint64_t number);

}  // namespace preamar
