// The vector code of primitives whose pixels stand alone: what it offers to the rest of the backend. Functions are for
// rows of one dtype, whose pixels lie side by side, and for the best instruction set.
#pragma once

#include <preamar/image.h>

#include <cstdint>

namespace preamar::cpu {

// Whether what is written will soon be read again.
enum class Store { cached, past_cache };

// to[i] = what the rule, a Pixels of the dtype, says of `greater`.
using GreaterRow = void(const void* rule, const void* from, std::uint8_t* to, std::int64_t length, Store store);
[[nodiscard]] GreaterRow* greater_row(DType dtype);

// `extent`, two pixels, becomes the least and the greatest of itself and of the row. Returns whether the row holds a
// NaN, where the extent is of no use.
using ExtentRow = bool(const void* from, std::int64_t length, void* extent);
[[nodiscard]] ExtentRow* extent_row(DType dtype);

}  // namespace preamar::cpu
