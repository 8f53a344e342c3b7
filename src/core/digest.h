// Digests of bytes and pixels, to see whether they changed. Not cryptographic: they find accidents, not forgeries.
#pragma once

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace preamar {

// The same on every machine; `seed` makes the digests of different things differ.
[[nodiscard]] std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t seed = 0);
// Of dtype, shape and pixels, however these lie in memory.
[[nodiscard]] std::uint64_t digest(ConstImageView image, std::uint64_t seed = 0);

}  // namespace preamar
