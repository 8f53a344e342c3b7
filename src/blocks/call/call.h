// What is to be computed: steps, and the images that they read and write. A call of an operator is a pipeline of one
// step.
#pragma once

#include "blocks/call/endpoints.h"

#include <preamar/pipeline.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::blocks {

struct CallInput {
  std::string name;  // by which steps refer to it
  BlockInput image;
  ReadOptions read;
  std::string valid = {};  // as PipelineInput has it
};

struct CallOutput {
  std::string result;  // as PipelineOutput has it; of an operator, results and outputs have the same order
  BlockOutput to;      // without a name: it is not written
  OutlineOptions outlines;
  // Of an image with invalid pixels; nothing: that of its step.
  std::optional<ResultMetadata> metadata = {};
  bool has_mask = false;  // another output is the mask beside this file
};

struct Call {
  const Operator* op = nullptr;  // null: a pipeline
  std::vector<CallInput> inputs;
  std::vector<PipelineStep> steps;
  std::vector<CallOutput> outputs;
  // An operator on images with invalid pixels, as several steps: its outputs have names then, and so have its images.
  bool is_rewritten = false;
  std::vector<std::string> results = {};
  std::optional<BlockOutput> valid_out = {};  // for the valid pixels of its images

  // For messages.
  [[nodiscard]] std::string_view name() const { return op ? op->name : "pipeline"; }
  // For messages: the name of an input of a pipeline; of an operator, its file.
  [[nodiscard]] std::string shown_input(std::size_t index) const {
    return op && !is_rewritten ? shown_name(inputs[index].image) : inputs[index].name;
  }
};

// Throws Error (call) for options and numbers of images that the operator does not take.
[[nodiscard]] Call call_of(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
                           const Values& options, const BlockSettings& settings);
[[nodiscard]] Call call_of(const Pipeline& pipeline);

}  // namespace preamar::blocks
