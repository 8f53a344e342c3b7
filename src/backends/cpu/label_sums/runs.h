// Runs: maximal sequences of equal cells in a row, found by vector comparisons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

// Writes the end of each run (one beyond its last cell) of a row of `length` cells of T to `ends`, which has room for
// `length`. Returns their number.
using RunEnds = std::int64_t (*)(const std::byte* row, std::int64_t length, std::int64_t* ends);

// For cells of 1, 2, 4 or 8 bytes and the best instruction set.
[[nodiscard]] RunEnds run_ends(std::int64_t cell_bytes);

}  // namespace preamar::cpu
