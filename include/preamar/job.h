/// @file
/// Jobs: a run in blocks as tasks that any processes on any machines can do. plan_job() writes a plan, a JSON file with
/// the tasks by number, in stages; run_task() does one of them. All state is next to the outputs, on a shared disk or
/// in an object store. A task may be done twice, also at the same time: the bytes are the same.
#pragma once

#include <preamar/blocks.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/pipeline.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace preamar {

/// Tasks of a plan that may be done at the same time, once the tasks of all stages before are done.
struct JobStage {
  std::string name;        ///< "blocks", "merge", "split", "exchange", "round", "smaller" or "commit"
  int pass = 0;            ///< number of the pass over the image
  int level = 0;           ///< of a merge or split: level of the tree of blocks; of "smaller": level of the pyramid
  std::int64_t first = 0;  ///< number of the first task
  std::int64_t tasks = 0;  ///< number of tasks
};

/// A plan of a job.
struct JobPlan {
  std::filesystem::path file;    ///< the file of the plan
  std::string job;               ///< identifier of the job
  std::string name;              ///< operator, or steps of the pipeline
  std::vector<JobStage> stages;  ///< in order
  std::int64_t tasks = 0;        ///< number of tasks of all stages
  Shape block;                   ///< shape of the blocks
  std::int64_t blocks = 1;       ///< number of blocks
  std::int64_t memory = 0;       ///< upper bound of the memory of a process that does a task, in bytes
  int threads = 1;               ///< threads of a task
};

/// The result of a task.
struct TaskReport {
  JobStage stage;                  ///< of the task
  bool was_done = false;           ///< an earlier process did it; its result was checked
  double seconds = 0;              ///< run time
  std::int64_t bytes_read = 0;     ///< bytes of pixels, with halos
  std::int64_t bytes_written = 0;  ///< bytes of pixels
  std::int64_t state_bytes = 0;    ///< bytes of intermediate results, read and written
  std::vector<Share> shares;       ///< blocks per device
  /// Of the last task of a plan: the plan to continue with. Empty if the job is done. Further plans exist where reads
  /// depend on pixels, and for each further stage of a pipeline.
  std::filesystem::path next;
  bool is_last = false;            ///< whether it is the last task of its plan
  std::vector<StepResults> found;  ///< of the last task of a job: numbers that were found, by operator or step
};

/// Plans a job of an operator. Nothing is computed; the outputs are begun and locked for the job.
/// @param op the operator, from operator_named()
/// @param inputs input files, as for run_in_blocks()
/// @param outputs output files: Zarr or OME-Zarr for images, .csv or .parquet for a table
/// @param options options by name
/// @param settings memory of each process, blocks, reading and writing. `resume`: take up the same job again; tasks
///   that are done are not done again
/// @param on threads of each task
/// @param plan the JSON file to write: on a shared disk or in a store
/// @throws Error as plan_in_blocks(); `call` if an output is not a Zarr; `io` if another run or job has an output
PREAMAR_API JobPlan plan_job(const Operator& op, std::span<const std::filesystem::path> inputs,
                             std::span<const std::filesystem::path> outputs, const Values& options,
                             const BlockSettings& settings, const Execution& on, const std::filesystem::path& plan);
/// Plans a job of a pipeline. It has a plan per stage; the last task of each writes the next one.
PREAMAR_API JobPlan plan_job(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on,
                             const std::filesystem::path& plan);

/// Reads a plan.
/// @throws Error kind `io` if it cannot be read or is not a plan
[[nodiscard]] PREAMAR_API JobPlan read_plan(const std::filesystem::path& plan);

/// Does a task of a plan.
/// @param plan the file
/// @param number number of the task; the tasks of all earlier stages must be done
/// @param on device, threads (0: those of the plan), progress and stop
/// @throws Error kind `call` for a number that the plan does not have; `io` if an earlier task is not done, another job
///   has taken over the outputs, or reading or writing fails
PREAMAR_API TaskReport run_task(const std::filesystem::path& plan, std::int64_t number, const Execution& on = {});

/// Gives up a job: removes its state and what it has written, and frees its outputs. No task may run any more.
/// @param plan the file of the plan to continue with
/// @throws Error kind `io` if the job has ended, or its files cannot be removed
PREAMAR_API void cancel_job(const std::filesystem::path& plan);

/// Removes the files of a plan whose job is done.
/// @param plan the file of the first plan
/// @throws Error kind `io` if they cannot be removed
PREAMAR_API void forget_plan(const std::filesystem::path& plan);

}  // namespace preamar
