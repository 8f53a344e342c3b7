// The pixel that stands for what is not stored.
#pragma once

#include "io/json_field.h"

#include <preamar/image.h>

#include <array>
#include <cstddef>

namespace preamar::io {

// The bytes of the value, as many as the dtype has, in this machine's order. Not-a-number and infinities are words; a
// float may be the hexadecimal of its bits. Throws Error (io) for a value that the dtype does not hold.
[[nodiscard]] std::array<std::byte, 8> fill_bytes(DType dtype, const JsonField& given);

}  // namespace preamar::io
