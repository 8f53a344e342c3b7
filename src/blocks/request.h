// A call from files to files, checked against the files' headers and resolved into a task and a plan.
#pragma once

#include "blocks/task.h"
#include "io/input_identity.h"

#include <preamar/blocks.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace preamar::blocks {

using Path = std::filesystem::path;

struct Request {
  Task task;
  BlockPlan plan;
  BlockSettings settings;
  std::vector<Path> inputs;
  std::vector<Path> outputs;  // those written in blocks
  std::vector<ImageType> output_types;
};

// The memory limit in bytes: from the settings, or three quarters of the machine's memory.
[[nodiscard]] std::int64_t memory_of(const BlockSettings& settings);

// Throws as plan_in_blocks does.
[[nodiscard]] Request resolve(const Operator& op, std::span<const Path> inputs, std::span<const Path> outputs,
                              const Values& options, const BlockSettings& settings, const Execution& on);

// The state of each input's files.
[[nodiscard]] std::vector<io::InputIdentity> identities_of_inputs(const Request& request);
// Everything that determines the bytes of the outputs: a run resumes another only if both have the same identity.
[[nodiscard]] std::string identity_of(const Request& request, std::span<const io::InputIdentity> inputs);

}  // namespace preamar::blocks
