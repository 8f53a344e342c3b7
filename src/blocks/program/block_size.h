// The size of blocks, from the memory limit, the image, the operator and the chunks of the files.
#pragma once

#include "blocks/program/program.h"
#include "blocks/program/tree.h"

#include <preamar/error.h>

#include <cstdint>
#include <span>
#include <string>

namespace preamar::blocks {

// A memory limit is too low; `needed` bytes are enough.
class MemoryError : public Error {
 public:
  MemoryError(const std::string& what, std::int64_t needed) : Error(ErrorKind::resource, what), needed_(needed) {}
  [[nodiscard]] std::int64_t needed() const noexcept { return needed_; }

 private:
  std::int64_t needed_;
};

// What a plan needs to know of a run besides its program.
struct Load {
  int workers = 1;               // each processes one block at a time
  int threads = 1;               // of each worker
  int ahead = 0;                 // blocks in memory that are being read or written meanwhile
  int io_threads = 0;            // each reads or writes a chunk
  std::int64_t chunk_bytes = 0;  // of the chunks that a worker decodes or encodes at one time
  std::int64_t file_bytes = 0;   // held by open files
};

// Of blocks that exchange values, with the index of these values; see run/block_queue.h.
inline constexpr double exchange_bytes_per_block = 160;

// Positions along an axis have 32 bits in summaries.
inline constexpr std::int64_t longest_axis = UINT32_MAX;

// Throws Error (resource) for an image with too long an axis or too many chunks of one of these shapes: such a run
// would never end.
void require_countable(const Program& program, std::span<const Shape> chunks);

// Bytes of a process whose data takes `used`: with the program itself, and freed scratch kept for the next block.
[[nodiscard]] std::int64_t process_memory(double used);

// Upper bound of the bytes of the process: blocks that are processed, read or written, the largest merges, files, and
// the program itself.
[[nodiscard]] std::int64_t peak_memory(const Program& program, const Shape& block, const Load& load);

// The minimum of peak_memory() over blocks of multiples of `unit`. It is not always that of the smallest block: each
// block takes some bytes of index, so very many small ones need more than fewer large ones.
[[nodiscard]] std::int64_t least_memory(const Program& program, const Shape& unit, const Load& load);

// The largest useful block of multiples of `unit` within `memory`. Throws MemoryError if every block needs more.
[[nodiscard]] Shape block_within(const Program& program, const Shape& unit, std::int64_t memory, const Load& load);

// Bytes of the process if the image is one block, shared by this number of threads.
[[nodiscard]] std::int64_t whole_memory(const Operation& operation, int threads);

// Additional bytes of summaries for the worst content: a table in which each pixel is a label.
[[nodiscard]] std::int64_t content_memory(const Operation& operation);

// `block` rounded up to multiples of `unit`, and no larger than the image needs.
[[nodiscard]] Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image);

}  // namespace preamar::blocks
