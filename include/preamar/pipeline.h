/// @file
/// Chains of operators on image files larger than memory, without files between them. Steps that need no more than a
/// block and its surroundings are computed together; only images that a later step needs beyond its block are written
/// to temporary files.
#pragma once

#include <preamar/blocks.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/io.h>
#include <preamar/operator.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace preamar {

/// An image file that a pipeline reads.
struct PipelineInput {
  std::string name;            ///< name by which steps refer to it
  std::filesystem::path file;  ///< the file
  ReadOptions read = {};       ///< level and selection
  /// Name of an input whose pixels are not 0 where those of this one are valid; empty: all are. Pixels with the nodata
  /// value of the file, or outside its mask, are not valid either.
  std::string valid = {};
};

/// A step of a pipeline: an operator, its input images and its options.
struct PipelineStep {
  std::string name;  ///< name by which other steps and outputs refer to its results
  std::string op;    ///< name of the operator
  /// Input images in the order of the operator's inputs, without optional ones that are not given: names of inputs or
  /// steps. "step.output" is an output of a step that has several; "step" is its first.
  std::vector<std::string> inputs;
  /// Options by name. A text such as "otsu.level" for a numeric option is the number that another step finds;
  /// "otsu.value" is the same if it finds one number.
  Values options = {};
};

/// A result of a pipeline that is written: an image or a table.
struct PipelineOutput {
  std::string result;          ///< "step" or "step.output"
  std::filesystem::path file;  ///< the file
  /// Of outlines that are written as GeoJSON. `measurements` may be the .csv file of another output: it is written
  /// first.
  OutlineOptions outlines = {};
};

/// A chain of operators: steps in any order, whose inputs are files or results of other steps.
struct Pipeline {
  std::vector<PipelineInput> inputs;    ///< the files that are read
  std::vector<PipelineStep> steps;      ///< the operators
  std::vector<PipelineOutput> outputs;  ///< the files that are written; none if only numbers and tables are wanted
};

/// How often an image of a pipeline is read and written.
struct PipelineImage {
  std::string name;                 ///< name of the input or result
  bool is_temporary = false;        ///< whether it is a temporary image, removed at the end
  int reads = 0;                    ///< how often each of its blocks is read; at least, if `reads_depend_on_pixels`
  int writes = 0;                   ///< how often each of its blocks is written
  std::int64_t bytes = 0;           ///< bytes of its pixels
  std::int64_t blocks_read = 0;     ///< number of blocks that a run has read; 0 in a plan
  std::int64_t blocks_written = 0;  ///< number of blocks that a run has written; 0 in a plan
  ImageType type = {};              ///< dtype and shape
  Metadata metadata = {};           ///< a format may keep less of it: see metadata_loss()
  /// ResultMetadata::lost of its step
  std::vector<std::string> lost = {};
  std::filesystem::path file = {};  ///< its file; empty if it is temporary
};

/// The steps of a pipeline that run together, block by block.
struct PipelineStage {
  std::vector<std::string> steps;       ///< names of the steps; one that is computed again appears in several stages
  Shape block;                          ///< shape of the blocks
  std::int64_t blocks = 1;              ///< number of blocks
  int passes = 1;                       ///< how often each block is visited
  bool reads_depend_on_pixels = false;  ///< whether blocks may be visited again, depending on the pixels
  std::int64_t peak_memory = 0;         ///< upper bound of the memory of the process in bytes
};

/// The plan of a pipeline.
struct PipelinePlan {
  std::vector<PipelineStage> stages;  ///< one after another
  std::vector<PipelineImage> images;  ///< inputs, temporary images, outputs
  std::int64_t peak_memory = 0;       ///< upper bound of the memory of the process in bytes
  std::int64_t temporary_bytes = 0;   ///< bytes of the pixels of all temporary images, before compression
};

/// The results of a step that are not images.
struct StepResults {
  std::string step;  ///< name of the step
  Results found;     ///< its numbers and its table; the table is empty if it is written to a file
};

/// The result of a pipeline.
struct PipelineReport {
  PipelinePlan plan;               ///< what was planned, with the blocks that were read and written
  std::vector<StepResults> found;  ///< of each step that finds numbers or a table
};

/// Plans a pipeline. Only the headers of the files are read.
/// @param pipeline inputs, steps and outputs
/// @param settings memory, blocks and writing; `read` is not used
/// @param on device and threads
/// @throws Error kind `call` if a name is unknown or given twice, a result has two files or a file two results, nothing
///   is written or found, steps form a cycle, an operator needs whole images or a call is wrong; `resource` if
///   the memory is too low
[[nodiscard]] PREAMAR_API PipelinePlan plan_pipeline(const Pipeline& pipeline, const BlockSettings& settings,
                                                     const Execution& on = {});

/// Runs a pipeline. Temporary images are in the folder OUTPUT.work of the first image that is written, which is removed
/// at the end. An output gets its name when it is complete. A stopped or killed run can be resumed: see
/// BlockSettings::resume. It returns the numbers and tables of an unbroken run.
/// @param pipeline inputs, steps and outputs
/// @param settings memory, blocks and writing; `read` is not used
/// @param on device, threads, progress
/// @throws Error as plan_pipeline(), and `io` if reading or writing fails
[[nodiscard]] PREAMAR_API PipelineReport run_pipeline(const Pipeline& pipeline, const BlockSettings& settings,
                                                      const Execution& on = {});

}  // namespace preamar
