// A call from files to files, worked out as far as headers allow.
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

struct Call {
  Task task;
  BlockPlan plan;
  BlockSettings settings;
  std::vector<Path> inputs;
  std::vector<Path> outputs;  // those that are written in blocks
  std::vector<ImageType> output_types;
};

// Bytes that may be used.
[[nodiscard]] std::int64_t memory_of(const BlockSettings& settings);

// Throws as plan_in_blocks does.
[[nodiscard]] Call understand(const Operator& op, std::span<const Path> inputs, std::span<const Path> outputs,
                              const Values& options, const BlockSettings& settings, const Execution& on);

// The state of each input's files; zeros for one that is not given.
[[nodiscard]] std::vector<InputIdentity> identities_of_inputs(const Call& call);
// What makes two calls the same: a run goes on only with what the same call left, on inputs in the same state.
[[nodiscard]] std::string identity_of(const Call& call, std::span<const InputIdentity> inputs);

}  // namespace preamar::blocks
