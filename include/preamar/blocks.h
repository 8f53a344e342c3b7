/// @file
/// Operators on image files larger than memory (out of core). Images are processed in blocks: each block is read at
/// most twice and written once, whatever the image contains. The result is bit-identical to that of the whole image.
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

/// Settings of a run in blocks.
struct BlockSettings {
  /// Maximum memory of the whole process in bytes. 0: three quarters of the memory that the process may use.
  std::int64_t memory = 0;
  /// Shape of the blocks, rounded up to whole chunks or tiles of the outputs. Rank 0: as large as `memory` allows.
  Shape block = {};
  /// Continue a stopped run of the same call from its folder OUTPUT.work; without such a run, start from the beginning.
  bool resume = false;
  ReadOptions read = {};  ///< how every input is read
  /// How outputs are written. Axes and chunks that are not set come from the first input and from `block`.
  WriteOptions write = {};
};

/// The plan of a run in blocks.
struct BlockPlan {
  std::vector<ImageType> inputs;   ///< types of the inputs; of rank 0 if not given
  std::vector<ImageType> outputs;  ///< types of the outputs
  Shape block;                     ///< shape of the blocks
  std::int64_t blocks = 1;         ///< number of blocks
  int reads_per_block = 1;         ///< how often each block is read
  int writes_per_block = 1;        ///< how often each block is written
  std::int64_t bytes_read = 0;     ///< bytes of pixels to read
  std::int64_t bytes_written = 0;  ///< bytes of pixels to write
  std::int64_t peak_memory = 0;    ///< upper bound of the memory of the process in bytes
};

/// The result of a run in blocks.
struct BlockReport {
  BlockPlan plan;             ///< what was planned
  Results found;              ///< results that are not images
  std::vector<Image> others;  ///< outputs that do not have the shape of the image, such as a histogram, in order
  std::int64_t reads = 0;     ///< blocks read by this run; fewer if it was resumed
  std::int64_t writes = 0;    ///< blocks written by this run; fewer if it was resumed
  std::vector<Share> shares;  ///< blocks per device
};

/// Returns whether an operator can process such images in blocks.
/// @param op the operator
/// @param inputs types of the input images
/// @param options options by name
[[nodiscard]] PREAMAR_API bool works_in_blocks(const Operator& op, std::span<const ImageType> inputs,
                                               const Values& options);
/// Returns whether a call should run in blocks: the settings ask for it, or the operator can and the images do not fit
/// in the memory.
/// @param op the operator
/// @param inputs types of the input images
/// @param options options by name
/// @param settings memory and blocks
[[nodiscard]] PREAMAR_API bool needs_blocks(const Operator& op, std::span<const ImageType> inputs,
                                            const Values& options, const BlockSettings& settings);

/// Plans a run in blocks. Only the headers of the files are read.
/// @param op the operator, from operator_named()
/// @param inputs input files in the order of `op.inputs`, without optional ones that are not given
/// @param outputs output files: one per result image, and one for the table if the operator has one
/// @param options options by name
/// @param settings memory, blocks, reading and writing
/// @param on device and threads
/// @throws Error kind `call` if the operator needs whole images or the call is wrong, `resource` if the memory is too
///   low: the message says how much is needed
[[nodiscard]] PREAMAR_API BlockPlan plan_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                                                   std::span<const std::filesystem::path> outputs,
                                                   const Values& options, const BlockSettings& settings,
                                                   const Execution& on = {});

/// Runs an operator on files in blocks. Result images of the shape of the input are written to `outputs`; tables and
/// other results are returned. A stopped or killed run leaves its state in the folder OUTPUT.work: see
/// BlockSettings::resume.
/// @param op the operator, from operator_named()
/// @param inputs input files in the order of `op.inputs`, without optional ones that are not given
/// @param outputs output files: one per result image, and one for the table if the operator has one
/// @param options options by name
/// @param settings memory, blocks, reading and writing
/// @param on device, threads, progress
/// @return the plan, the results that are not written, and counts
/// @throws Error as plan_in_blocks(), and `io` if reading or writing fails
[[nodiscard]] PREAMAR_API BlockReport run_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                                                    std::span<const std::filesystem::path> outputs,
                                                    const Values& options, const BlockSettings& settings,
                                                    const Execution& on = {});

/// Generates a test image (see generate()) of any size into a file, block by block.
/// @param name name of the instance
/// @param size pixels per side
/// @param which which image of the instance, 0 or 1
/// @param file the file to write
/// @param options how it is written
/// @param on threads, progress
/// @throws Error kind `call` for an unknown name or a size out of range, `io` if writing fails
PREAMAR_API void generate_file(std::string_view name, std::int64_t size, int which, const std::filesystem::path& file,
                               const WriteOptions& options = {}, const Execution& on = {});

}  // namespace preamar
