// How large blocks are: from the memory that may be used, the image, the operator and what files store as one piece.
#pragma once

#include "blocks/tree.h"

#include <cstdint>

namespace preamar::blocks {

// Bytes of the whole process, at most: `workers` blocks at once, the largest merges, and the program itself.
[[nodiscard]] std::int64_t peak_memory(const Task& task, const Shape& block, int workers);

// The block of multiples of `unit` that `memory` allows, up to the size beyond which nothing is gained.
// Throws Error (resource) where not even one `unit` does, saying what would.
[[nodiscard]] Shape block_within(const Task& task, const Shape& unit, std::int64_t memory, int workers);

// Bytes for the image as one block.
[[nodiscard]] std::int64_t whole_memory(const Task& task);

// `block` rounded up to multiples of `unit`, and no larger than the image needs.
[[nodiscard]] Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image);

}  // namespace preamar::blocks
