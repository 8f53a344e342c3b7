#include "blocks.h"

#include <preamar/blocks.h>
#include <preamar/error.h>

#include "arrays.h"
#include "block_arrays.h"
#include "core/byte_sizes.h"
#include "execution.h"
#include "interrupt.h"
#include "members.h"
#include "metadata.h"
#include "options.h"

namespace nb = nanobind;

namespace preamar::python {
namespace {

// The inputs that are given. None is allowed only for optional inputs at the end.
std::vector<BlockInput> inputs_from(const Operator& op, const nb::list& given, Callbacks& callbacks) {
  std::vector<BlockInput> inputs;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].is_none()) continue;
    if (inputs.size() < i)
      throw nb::value_error((argument_of(op, "inputs") + " has None before a file; give None at the end only").c_str());
    inputs.push_back(input_from(given[i], callbacks));
  }
  return inputs;
}

std::vector<BlockOutput> outputs_from(const nb::list& given, Callbacks& callbacks) {
  std::vector<BlockOutput> outputs;
  for (const nb::handle output : given) outputs.push_back(output_from(output, callbacks));
  return outputs;
}

Shape shape_from(const Extents& extents) {
  return extents ? Shape(extents->data(), static_cast<int>(extents->size())) : Shape();
}

nb::dict report_dict(BlockReport report) {
  nb::dict told;
  told["block"] = shape_tuple(report.plan.block);
  told["blocks"] = report.plan.blocks;
  told["reads"] = report.reads;
  told["writes"] = report.writes;
  nb::dict shares;
  for (const auto& [device, blocks] : report.shares) shares[text_from(device)] = blocks;
  told["shares"] = shares;
  for (const auto& [key, value] : report.found.numbers) told[text_from(key)] = object_from(value);
  if (report.spilled > 0) {  // the rows are only in the file
    told["rows"] = report.rows;
    report.found.table.columns.clear();
  }
  for (Column& column : report.found.table.columns) told[text_from(column.name)] = array_from(std::move(column.cells));
  nb::list others;
  for (Image& image : report.others) others.append(array_from(std::move(image)));
  if (others.size() > 0) told["arrays"] = nb::tuple(others);
  return told;
}

std::int64_t memory_from(std::string_view what, const Memory& memory) {
  if (!memory) return 0;
  if (const auto* number = std::get_if<std::int64_t>(&*memory)) return *number;
  const auto& word = std::get<std::string>(*memory);
  const std::optional<std::int64_t> bytes = bytes_from(word);
  if (!bytes)
    throw nb::value_error(
        (std::string(what) + ": memory is '" + word + "'; it must be " + std::string(byte_sizes)).c_str());
  return *bytes;
}

}  // namespace

BlockSettings settings_from(std::string_view what, const Memory& memory, const Extents& block, bool resume,
                            const nb::dict& writing) {
  BlockSettings settings{.memory = memory_from(what, memory), .block = shape_from(block), .resume = resume};
  settings.write = options_from<WriteOptions>(writing);
  return settings;
}

nb::dict run_in_blocks(const std::string& name, const nb::list& inputs, const nb::list& outputs,
                       const nb::dict& options, const Memory& memory, const Extents& block, bool resume,
                       const nb::dict& reading, const nb::object& valid, const nb::object& valid_out,
                       const nb::dict& writing, const nb::dict& outlines, const std::string& device,
                       std::optional<std::int64_t> threads, const nb::object& progress) {
  const Operator& op = operator_named(name);
  const Values values = values_from(op, options);
  BlockSettings settings = settings_from(op.name, memory, block, resume, writing);
  settings.read = options_from<ReadOptions>(reading);
  settings.write.outlines = options_from<OutlineOptions>(outlines);
  Callbacks callbacks;
  const std::vector<BlockInput> from = inputs_from(op, inputs, callbacks);
  if (!valid.is_none()) settings.valid = input_from(valid, callbacks);
  if (!valid_out.is_none()) settings.valid_out = output_from(valid_out, callbacks);
  const std::vector<BlockOutput> to = outputs_from(outputs, callbacks);
  const Execution on = execution_from(op.name, device, threads, progress, callbacks);
  BlockReport done;
  run_unlocked(INT64_MAX, callbacks, [&] { done = run_in_blocks(op, from, to, values, settings, on); });
  for (std::size_t i = 0; i < done.plan.outputs.size() && i < to.size(); ++i)
    if (const auto* file = std::get_if<std::filesystem::path>(&to[i]))
      warn_of_loss(*file, done.plan.outputs[i], done.plan.metadata[i], done.plan.lost[i]);
  return report_dict(std::move(done));
}

}  // namespace preamar::python
