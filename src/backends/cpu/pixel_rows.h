// The vector code of primitives without neighbourhoods: its interface to the backend. Functions process rows of
// contiguous pixels of one dtype, with the best instruction set.
#pragma once

#include <preamar/image.h>

#include <cstdint>

namespace preamar::cpu {

// Whether the result will soon be read again.
enum class Store { cached, past_cache };

// to[i] = rule.greater(from[i]); `rule` is a Pixels of the dtype.
using GreaterRow = void(const void* rule, const void* from, std::uint8_t* to, std::int64_t length, Store store);
[[nodiscard]] GreaterRow* greater_row(DType dtype);

// Updates `extent`, two pixels, to the minimum and the maximum of itself and the row. Returns whether the row contains
// NaN; the extent is then undefined.
using ExtentRow = bool(const void* from, std::int64_t length, void* extent);
[[nodiscard]] ExtentRow* extent_row(DType dtype);

}  // namespace preamar::cpu
