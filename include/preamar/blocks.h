// Operators on image files that are larger than memory: block by block, each read twice at most and written once,
// whatever the image holds. The result is that of the whole image, to the byte.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/io.h>
#include <preamar/operator.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace preamar {

struct BlockSettings {
  std::int64_t memory = 0;  // bytes that this process may use in all; 0: three quarters of what it may have
  Shape block = {};         // rounded up to what the outputs store as one piece; of rank 0: as memory allows
  bool resume = false;      // go on with what a stopped run left beside its first output, if it was the same call
  ReadOptions read = {};    // of every input
  WriteOptions write = {};  // what it does not tell, axes and chunks, is taken from the first input and from `block`
};

struct BlockPlan {
  std::vector<ImageType> inputs;   // of rank 0 where not given
  std::vector<ImageType> outputs;  // as the operator's `results` says
  Shape block;
  std::int64_t blocks = 1;
  int reads_per_block = 1, writes_per_block = 1;
  std::int64_t bytes_read = 0, bytes_written = 0;  // of pixels
  std::int64_t peak_memory = 0;                    // an upper estimate, the largest merge included
};

struct BlockReport {
  BlockPlan plan;
  Results found;
  std::vector<Image> others;           // outputs that do not have the image's shape, in their order
  std::int64_t reads = 0, writes = 0;  // of blocks, by this run: fewer where it was resumed
  std::vector<Share> shares;           // of the devices that worked
};

// Whether it works on such images in blocks.
[[nodiscard]] PREAMAR_API bool works_in_blocks(const Operator& op, std::span<const ImageType> inputs,
                                               const Values& options);
// Whether the settings ask for blocks, or it works in blocks and their memory does not hold the images whole.
[[nodiscard]] PREAMAR_API bool needs_blocks(const Operator& op, std::span<const ImageType> inputs,
                                            const Values& options, const BlockSettings& settings);

// What run_in_blocks will do; reads headers only. Inputs are in the order of the operator's, without those that
// are not given; outputs are those of its results, and a last one for its table if it has one. Throws Error: call where
// the operator needs whole images or the call is wrong, resource where the memory does not do, saying what would.
[[nodiscard]] PREAMAR_API BlockPlan plan_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                                                   std::span<const std::filesystem::path> outputs,
                                                   const Values& options, const BlockSettings& settings,
                                                   const Execution& on = {});

// Writes the images of `outputs` that have the image's shape; tables and other results are returned. What a stopped or
// killed run has worked out stays in the folder OUTPUT.work until a run succeeds or begins anew.
[[nodiscard]] PREAMAR_API BlockReport run_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                                                    std::span<const std::filesystem::path> outputs,
                                                    const Values& options, const BlockSettings& settings,
                                                    const Execution& on = {});

// Image `which` of an instance (preamar/generate.h), of any size, into a file, without ever being whole in memory.
PREAMAR_API void generate_file(std::string_view name, std::int64_t size, int which, const std::filesystem::path& file,
                               const WriteOptions& options = {}, const Execution& on = {});

}  // namespace preamar
