// Converts rows of pixels to numbers of another type.
#pragma once

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

// A position in a row of any stride.
struct RowAt {
  std::byte* at;
  std::int64_t stride;
};

// Converts `length` pixels to the type `to`, by primitives/rules/convert.h.
void convert_row(DType from_type, RowAt from, DType to_type, RowAt to, std::int64_t length);

}  // namespace preamar::cpu
