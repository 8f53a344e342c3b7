// The size of blocks, from the memory limit, the image, the operator and the chunks of the files.
#pragma once

#include "blocks/tree.h"

#include <cstdint>
#include <span>
#include <string>

namespace preamar::blocks {

// What a plan must know of a run beside its task.
struct Load {
  int workers = 1;               // each has one block in memory
  std::int64_t chunk_bytes = 0;  // of the chunks that a worker decodes or encodes at a time
  std::int64_t file_bytes = 0;   // that open files hold
};

// Throws Error (resource) for an image that has too long an axis, or too many chunks of one of these shapes: no run
// would end.
void require_countable(const Task& task, std::span<const Shape> chunks);

// Bytes that the process takes at most: a block per worker, the largest merges, files, and the program itself.
[[nodiscard]] std::int64_t peak_memory(const Task& task, const Shape& block, const Load& load);

// The largest block of multiples of `unit` within `memory`, up to the size beyond which nothing is gained.
// Throws Error (resource) where `unit` itself needs more; the message names what it needs.
[[nodiscard]] Shape block_within(const Task& task, const Shape& unit, std::int64_t memory, const Load& load);

// Bytes that the process takes with the image as one block that so many threads share.
[[nodiscard]] std::int64_t whole_memory(const Task& task, int threads);

// Bytes that summaries take beyond that for the worst content: a table where each pixel is a label.
[[nodiscard]] std::int64_t content_memory(const Task& task);

// Rounded up, as --memory takes it: "412M".
[[nodiscard]] std::string megabytes(std::int64_t bytes);

// `block` rounded up to multiples of `unit`, and no larger than the image needs.
[[nodiscard]] Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image);

}  // namespace preamar::blocks
