// A call of an operator in blocks, checked against the types of its inputs and outputs and resolved into a task and a
// plan.
#pragma once

#include "blocks/distance/over_scratch.h"
#include "blocks/endpoints.h"
#include "blocks/plan.h"
#include "blocks/task.h"
#include "io/input_identity.h"

#include <preamar/blocks.h>

#include <span>
#include <string>
#include <vector>

namespace preamar::blocks {

struct Request {
  Task task;  // of one operator
  Program program;
  BlockPlan plan;
  Load load;
  BlockSettings settings;
  std::vector<BlockInput> inputs;
  std::vector<BlockOutput> outputs;  // those written in blocks
  std::vector<ImageType> output_types;
  std::vector<Metadata> output_metadata;
  std::vector<bool> is_temporary;  // per output of a pipeline's stage
  PlanePlan planes;                // if the plan has a scratch image
  // Tasks of a job process one block at a time, with all threads.
  bool is_job = false;
};

// The memory limit in bytes: from the settings, or three quarters of the machine's memory.
[[nodiscard]] std::int64_t memory_of(const BlockSettings& settings);

// How an input of a call is read.
[[nodiscard]] inline const ReadOptions& reading_of(const BlockSettings& settings, std::size_t input) {
  return settings.read_each.empty() ? settings.read : settings.read_each[input];
}

// Throws as plan_in_blocks does.
[[nodiscard]] Request resolve(const Operator& op, std::span<const BlockInput> inputs,
                              std::span<const BlockOutput> outputs, const Values& options,
                              const BlockSettings& settings, const Execution& on, bool is_job = false);

// Chooses the blocks of a program: fills in the load and the block, their number and the memory of the plan, and the
// budget of each step. Of the request, program, settings, outputs and their types and metadata are set.
void lay_out(Request& request, const std::vector<FileInfo>& inputs, const Execution& on);

// The state of each input's files; images that the caller reads have none.
[[nodiscard]] std::vector<io::InputIdentity> identities_of_inputs(const Request& request);
// Whether a later run can continue this one: it needs files that it can check.
[[nodiscard]] bool is_resumable(const Request& request);
// Options, and settings of reading and writing, in an identity: equal only if the values are.
[[nodiscard]] std::string options_text(const Values& options);
[[nodiscard]] std::string reading_text(const ReadOptions& read);
[[nodiscard]] std::string writing_text(const WriteOptions& write);
[[nodiscard]] std::string outlines_text(const OutlineOptions& outlines);
[[nodiscard]] std::string metadata_text(const Metadata& metadata);
// Everything that determines the bytes of the outputs: a run resumes another only if both have the same identity.
[[nodiscard]] std::string identity_of(const Request& request, std::span<const io::InputIdentity> inputs);

}  // namespace preamar::blocks
