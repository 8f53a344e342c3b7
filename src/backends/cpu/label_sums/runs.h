// Runs: maximal sequences of cells of a row that are equal, found by vector comparisons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

// Several rows can be given: a run then ends where a run of any of them ends. Writes the end of each run (one beyond
// its last cell) to `ends`, which has room for `length`. Returns their number.
using RunEnds = std::int64_t (*)(const std::byte* const* rows, std::int64_t length, std::int64_t* ends);

// For cells of 1, 2, 4 or 8 bytes, the best instruction set, and 1 or 5 rows.
[[nodiscard]] RunEnds run_ends(std::int64_t cell_bytes, int rows = 1);

}  // namespace preamar::cpu
