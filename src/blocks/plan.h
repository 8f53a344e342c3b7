// The size of blocks, from the memory limit, the image, the operator and the chunks of the files.
#pragma once

#include "blocks/tree.h"

#include <cstdint>
#include <span>
#include <string>

namespace preamar::blocks {

// What a plan needs to know of a run besides its task.
struct Load {
  int workers = 1;               // each has one block in memory
  std::int64_t chunk_bytes = 0;  // of the chunks that a worker decodes or encodes at one time
  std::int64_t file_bytes = 0;   // held by open files
};

// Throws Error (resource) for an image with too long an axis or too many chunks of one of these shapes: such a run
// would never end.
void require_countable(const Task& task, std::span<const Shape> chunks);

// Upper bound of the bytes of the process: a block per worker, the largest merges, files, and the program itself.
[[nodiscard]] std::int64_t peak_memory(const Task& task, const Shape& block, const Load& load);

// The largest useful block of multiples of `unit` within `memory`. Throws Error (resource) if `unit` itself needs more;
// the message says how much.
[[nodiscard]] Shape block_within(const Task& task, const Shape& unit, std::int64_t memory, const Load& load);

// Bytes of the process if the image is one block, shared by this number of threads.
[[nodiscard]] std::int64_t whole_memory(const Task& task, int threads);

// Additional bytes of summaries for the worst content: a table in which each pixel is a label.
[[nodiscard]] std::int64_t content_memory(const Task& task);

// Rounded up, in the form of --memory: "412M".
[[nodiscard]] std::string megabytes(std::int64_t bytes);

// `block` rounded up to multiples of `unit`, and no larger than the image needs.
[[nodiscard]] Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image);

}  // namespace preamar::blocks
