// How large blocks are: from the memory that may be used, the image, the operator and what files store as one piece.
#pragma once

#include "blocks/tree.h"

#include <cstdint>
#include <span>
#include <string>

namespace preamar::blocks {

// What shares the memory of a run with its blocks.
struct Load {
  int workers = 1;          // that have a block each, at once
  std::int64_t pieces = 0;  // bytes of the stored pieces that one of them reads or writes at a time
  std::int64_t files = 0;   // bytes that open files hold
};

// Throws Error (resource) for an image whose axes are too long, or that is stored in too many pieces of one of these
// shapes: no run would come to its end.
void require_countable(const Task& task, std::span<const Shape> pieces);

// Bytes of the whole process, at most: a block for each worker, the largest merges, files, and the program itself.
[[nodiscard]] std::int64_t peak_memory(const Task& task, const Shape& block, const Load& load);

// The block of multiples of `unit` that `memory` allows, up to the size beyond which nothing is gained.
// Throws Error (resource) where not even one `unit` does, saying what would.
[[nodiscard]] Shape block_within(const Task& task, const Shape& unit, std::int64_t memory, const Load& load);

// Bytes for the image as one block that so many threads share.
[[nodiscard]] std::int64_t whole_memory(const Task& task, int threads);

// Bytes that summaries of the whole image may take beyond that, whatever it holds: a table where each pixel is a label.
[[nodiscard]] std::int64_t content_memory(const Task& task);

// Rounded up, as --memory takes it: "412M".
[[nodiscard]] std::string megabytes(std::int64_t bytes);

// `block` rounded up to multiples of `unit`, and no larger than the image needs.
[[nodiscard]] Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image);

}  // namespace preamar::blocks
