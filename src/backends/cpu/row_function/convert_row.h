// Rows of pixels as numbers of another type.
#pragma once

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

// A place in a row of any stride.
struct RowAt {
  std::byte* at;
  std::int64_t stride;
};

// Writes `length` pixels as numbers of the type `to`, by primitives/rules/convert.h.
void convert_row(DType from_type, RowAt from, DType to_type, RowAt to, std::int64_t length);

}  // namespace preamar::cpu
