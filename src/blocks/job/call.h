// What a job computes: a call of an operator or a pipeline, and its settings. As JSON it is part of the plan, so that
// any process on any machine can do a task of it.
#pragma once

#include "io/json_field.h"

#include <preamar/blocks.h>
#include <preamar/pipeline.h>

#include <filesystem>
#include <vector>

namespace preamar::blocks {

// Of a task, as on the command line.
inline constexpr int most_threads = 4096;

struct JobCall {
  const Operator* op = nullptr;  // null: a pipeline
  std::vector<std::filesystem::path> inputs, outputs;
  Values options;
  Pipeline pipeline;
  BlockSettings settings;  // `resume` is not kept
  int threads = 1;         // of a task
};

// The first output of the job; empty if it has none.
[[nodiscard]] std::filesystem::path main_output_of(const JobCall& call);

[[nodiscard]] io::Json to_json(const JobCall& call);
[[nodiscard]] io::Json to_json(const Value& value);
[[nodiscard]] io::Json to_json(const Shape& shape);
[[nodiscard]] Value value_from(const io::JsonField& json);
[[nodiscard]] Shape shape_from(const io::JsonField& json);
// Throws Error (io) if a field is missing, of another kind or out of range, or if a file is named relative to a folder.
[[nodiscard]] JobCall call_from(const io::JsonField& json);

}  // namespace preamar::blocks
