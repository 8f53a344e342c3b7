// Runs: stretches of equal cells in a row, found by vector compares.
#pragma once

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

// Writes to `ends` where each run of a row of `length` cells of T ends, beyond its last cell; returns how many there
// are. There is room for `length` of them.
using RunEnds = std::int64_t (*)(const std::byte* row, std::int64_t length, std::int64_t* ends);

// For cells of 1, 2, 4 or 8 bytes and the best instruction set.
[[nodiscard]] RunEnds run_ends(std::int64_t cell_bytes);

}  // namespace preamar::cpu
