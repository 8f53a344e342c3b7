#include "blocks/call/call.h"

#include "core/error_text.h"
#include "core/values.h"

namespace preamar::blocks {
namespace {

// Read options that are given for all inputs: some of them concern inputs of one kind only.
std::vector<ReadOptions> reading_of(const Operator& op, std::span<const BlockInput> inputs,
                                    const BlockSettings& settings) {
  if (settings.read_each.empty()) {
    std::vector<Path> files;
    for (const BlockInput& input : inputs)
      if (const Path* file = file_of(input)) files.push_back(*file);
    return {inputs.size(), read_options_for(files, settings.read)};
  }
  if (settings.read_each.size() != inputs.size())
    throw Error(ErrorKind::call, text(op.name, ": read_each has ", settings.read_each.size(), " entries; it must have ",
                                      "one for each of ", inputs.size(), " inputs"));
  return settings.read_each;
}

}  // namespace

Call call_of(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
             const Values& options, const BlockSettings& settings) {
  Values known = options;
  std::erase_if(known, [](const auto& option) { return is_file_value(option.first, option.second); });
  (void)check_call(op, inputs.size(), known);
  const std::vector<ReadOptions> reading = reading_of(op, inputs, settings);
  Call call{.op = &op,
            .inputs = {},
            .steps = {{std::string(op.name), std::string(op.name), {}, options}},
            .outputs = {},
            .results = {}};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    call.inputs.push_back({text("input", i), inputs[i], reading[i], settings.valid ? "~valid" : ""});
    call.steps[0].inputs.push_back(call.inputs.back().name);
  }
  call.valid_out = settings.valid_out;
  if (settings.valid) call.inputs.push_back({"~valid", *settings.valid, {}});
  for (const BlockOutput& output : outputs)
    call.outputs.push_back({.result = {}, .to = output, .outlines = settings.write.outlines});
  return call;
}

Call call_of(const Pipeline& pipeline) {
  Call call{.op = nullptr, .inputs = {}, .steps = pipeline.steps, .outputs = {}, .results = {}};
  for (const PipelineInput& input : pipeline.inputs)
    call.inputs.push_back({input.name, input.file, input.read, input.valid});
  for (const PipelineOutput& output : pipeline.outputs)
    call.outputs.push_back({.result = output.result, .to = output.file, .outlines = output.outlines});
  return call;
}

}  // namespace preamar::blocks
