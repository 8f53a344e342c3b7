/// @file
/// Operators on images larger than memory (out of core), in files or in arrays of other libraries. Images are processed
/// in blocks: each block is read at most twice and written once, whatever the image contains;
/// BlockPlan::reads_depend_on_pixels names the exceptions. The result is bit-identical to that of the whole image.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/io.h>
#include <preamar/operator.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace preamar {

/// A phase of a run in blocks, such as a pass over the image.
struct RunPhase {
  std::string name;  ///< such as "block pass 1 of 2"
  double begin = 0;  ///< Execution::progress at which it begins
  double end = 1;    ///< Execution::progress at which it ends
};

/// An input image that the caller reads, such as an array of another library.
struct RegionReader {
  ImageType type;  ///< dtype and shape of the image
  /// Fills `out` with the region that begins at `origin`. Several threads call it at once, each with its own `out`. An
  /// exception stops the run; run_in_blocks() throws it.
  std::function<void(const std::int64_t* origin, ImageView out)> read;
  Shape chunk = {};            ///< unit of storage, which blocks follow if the settings give no block. Rank 0: none
  std::int64_t scratch = 0;    ///< memory of one call of `read` besides `out`, in bytes
  std::string name = "input";  ///< for messages
  std::optional<double> nodata = std::nullopt;  ///< value of pixels without data
};

/// An output image that the caller writes, such as an array of another library. It has no commit: a run that stops
/// leaves the regions that it has written, and cannot be resumed.
struct RegionWriter {
  ImageType type;  ///< dtype and shape of the image: those of the result
  /// Stores `image` as the region that begins at `origin`. Each pixel is written once. Several threads call it at once,
  /// with disjoint regions of whole chunks. An exception stops the run; run_in_blocks() throws it.
  std::function<void(const std::int64_t* origin, ConstImageView image)> write;
  Shape chunk = {};             ///< regions begin and end at multiples of it, or at the image border. Rank 0: anywhere
  std::int64_t scratch = 0;     ///< memory of one call of `write` besides `image`, in bytes
  std::string name = "output";  ///< for messages
};

/// Returns a reader of an image in memory, which must outlive it.
/// @param image the pixels
/// @param name for messages
[[nodiscard]] PREAMAR_API RegionReader memory_reader(ConstImageView image, std::string_view name = "input");
/// Returns a writer into an image in memory, which must outlive it.
/// @param image receives the pixels
/// @param name for messages
[[nodiscard]] PREAMAR_API RegionWriter memory_writer(ImageView image, std::string_view name = "output");

/// An input of a run in blocks: a file, or an image that the caller reads.
using BlockInput = std::variant<std::filesystem::path, RegionReader>;
/// An output of a run in blocks: a file, or an image that the caller writes. It must not share pixels with an input.
using BlockOutput = std::variant<std::filesystem::path, RegionWriter>;

/// Settings of a run in blocks.
struct BlockSettings {
  /// Maximum memory of the whole process in bytes. 0: three quarters of the memory that the process may use.
  std::int64_t memory = 0;
  /// Shape of the blocks, rounded up to whole chunks or tiles of the outputs. Rank 0: as large as `memory` allows.
  Shape block = {};
  /// Continue a stopped run of the same call from its folder OUTPUT.work; without such a run, start from the beginning.
  bool resume = false;
  ReadOptions read = {};  ///< how every input is read
  /// How each input is read, in place of `read`: one per input. Empty: all alike.
  std::vector<ReadOptions> read_each = {};
  /// The valid pixels of all inputs of an operator: those that are not 0 in this image of their shape, of bool or
  /// integers. Pixels with the nodata value of a file, or outside its mask, are not valid either. For a pipeline see
  /// PipelineInput::valid.
  std::optional<BlockInput> valid = {};
  /// Receives the valid pixels of the images that an operator with invalid pixels returns: bool, of their shape.
  std::optional<BlockOutput> valid_out = {};
  /// How outputs are written. Chunks that are not set come from `block`. Metadata comes from the inputs.
  WriteOptions write = {};
  /// Receives each phase of the run as it begins, and again with a larger `begin` if a stopped run did a part of it;
  /// called from any thread, one call at a time.
  std::function<void(const RunPhase&)> phase = {};
};

/// The plan of a run in blocks.
struct BlockPlan {
  std::vector<ImageType> inputs;   ///< types of the inputs; of rank 0 if not given
  std::vector<ImageType> outputs;  ///< types of the outputs
  std::vector<Metadata> metadata;  ///< of the outputs; a format may keep less of it: see metadata_loss()
  /// ResultMetadata::lost of the outputs
  std::vector<std::vector<std::string>> lost = {};
  Shape block;                     ///< shape of the blocks
  std::int64_t blocks = 1;         ///< number of blocks
  int reads_per_block = 1;         ///< how often each block is read; at least, if `reads_depend_on_pixels`
  int writes_per_block = 1;        ///< how often each block is written
  std::int64_t bytes_read = 0;     ///< bytes of pixels to read
  std::int64_t bytes_written = 0;  ///< bytes of pixels to write
  std::int64_t peak_memory = 0;    ///< upper bound of the memory of the process in bytes
  std::int64_t scratch_bytes = 0;  ///< bytes of images between stages, in the folder OUTPUT.work; 0: none is needed
  /// Whether blocks may be read again, depending on the pixels: by `geodesic_distance`, and by `watershed` unless its
  /// option `plateau` is small.
  bool reads_depend_on_pixels = false;
};

/// The result of a run in blocks.
struct BlockReport {
  BlockPlan plan;               ///< what was planned
  Results found;                ///< results that are not images; a table has no rows here if `spilled` is not 0
  std::vector<Image> others;    ///< outputs that do not have the shape of the image, such as a histogram, in order
  std::int64_t reads = 0;       ///< blocks read by this run; fewer if it was resumed
  std::int64_t writes = 0;      ///< blocks written by this run; fewer if it was resumed
  std::vector<Share> shares;    ///< blocks per device
  std::int64_t rows = 0;        ///< rows of the table
  std::int64_t spilled = 0;     ///< bytes of rows that exceeded the memory; the table is then only in its file
  std::int64_t bytes_read = 0;  ///< bytes of pixels read by this run, with halos
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
/// The same for files and images of the caller.
[[nodiscard]] PREAMAR_API BlockPlan plan_in_blocks(const Operator& op, std::span<const BlockInput> inputs,
                                                   std::span<const BlockOutput> outputs, const Values& options,
                                                   const BlockSettings& settings, const Execution& on = {});

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
/// The same for files and images of the caller. If one of them is not a file, BlockSettings::resume is an error, and a
/// stopped run leaves no state. Without an output file, intermediate results are in a temporary folder (`TMPDIR`).
[[nodiscard]] PREAMAR_API BlockReport run_in_blocks(const Operator& op, std::span<const BlockInput> inputs,
                                                    std::span<const BlockOutput> outputs, const Values& options,
                                                    const BlockSettings& settings, const Execution& on = {});

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

/// Runs an operator on images in memory of which only some pixels are valid. docs/nodata.md has the meaning for each
/// operator.
/// @param op the operator, from operator_named(); it must process blocks
/// @param inputs input images in the order of `op.inputs`, without optional ones that are not given
/// @param valid the valid pixels of all inputs: not 0 in this image of their shape, of bool or integers
/// @param outs images for the results, of the types that `op.results` returns. Invalid pixels become NaN in images of
///   floating point and 0 in others.
/// @param valid_out receives the valid pixels of the results, if there are images of this shape: bool, of the shape of
///   the inputs
/// @param options options by name; missing ones have their defaults
/// @param on device, threads, progress
/// @return the results that are not images
/// @throws Error as run_in_blocks()
PREAMAR_API Results run_on_valid_pixels(const Operator& op, std::span<const ConstImageView> inputs,
                                        ConstImageView valid, std::span<const ImageView> outs,
                                        const std::optional<ImageView>& valid_out, const Values& options,
                                        const Execution& on = {});

}  // namespace preamar
