#include "blocks.h"

#include <preamar/blocks.h>
#include <preamar/error.h>

#include "arrays.h"
#include "interrupt.h"
#include "options.h"

#include <functional>
#include <limits>
#include <stop_token>

namespace nb = nanobind;

namespace preamar::python {
namespace {

using Path = std::filesystem::path;

// An empty path for an optional input that is not given.
std::vector<Path> input_files(const Operator& op, const std::vector<std::optional<Path>>& given) {
  if (given.size() > op.inputs.size())
    throw nb::type_error((argument_of(op, "inputs") + " are " + std::to_string(given.size()) + "; it takes " +
                          std::to_string(op.inputs.size()))
                             .c_str());
  std::vector<Path> files;
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    files.push_back(i < given.size() ? given[i].value_or(Path()) : Path());
    if (files[i].empty() && op.inputs[i].presence == Presence::required)
      throw nb::type_error((argument_of(op, op.inputs[i].name) + " is required; give the name of its file").c_str());
  }
  return files;
}

nb::dict dict_from(BlockReport report) {
  nb::dict told;
  nb::list block;
  for (int axis = 0; axis < report.plan.block.rank(); ++axis) block.append(report.plan.block[axis]);
  told["block"] = nb::tuple(block);
  told["blocks"] = report.plan.blocks;
  told["reads"] = report.reads;
  told["writes"] = report.writes;
  nb::dict shares;
  for (const auto& [device, blocks] : report.shares) shares[text_from(device)] = blocks;
  told["shares"] = shares;
  for (const auto& [key, value] : report.found.numbers) told[text_from(key)] = object_from(value);
  for (Column& column : report.found.table) told[text_from(column.name)] = array_from(std::move(column.cells));
  nb::list others;
  for (OwnedImage& image : report.others) others.append(array_from(std::move(image)));
  if (others.size() > 0) told["arrays"] = nb::tuple(others);
  return told;
}

}  // namespace

nb::dict run_in_blocks(const std::string& name, const std::vector<std::optional<Path>>& inputs,
                       const std::vector<Path>& outputs, const nb::dict& options, std::optional<std::int64_t> memory,
                       const std::optional<std::vector<std::int64_t>>& block, bool resume, bool overwrite, bool lock,
                       const std::string& device, std::optional<std::int64_t> threads, const nb::object& progress) {
  const Operator& op = operator_named(name);
  const std::vector<Path> files = input_files(op, inputs);
  const Values values = values_from(op, options);
  BlockSettings settings{
      .memory = at_least_one(argument_of(op, "memory"), memory, INT64_MAX, "three quarters of what the machine has"),
      .resume = resume};
  if (block) settings.block = Shape(block->data(), static_cast<int>(block->size()));
  settings.write.overwrite = overwrite;
  settings.write.lock = lock;
  std::stop_source stop;
  Progress report(progress, stop);
  Execution on;
  on.device = device;
  on.threads = static_cast<int>(at_least_one(argument_of(op, "threads"), threads, std::numeric_limits<int>::max()));
  on.stop = stop.get_token();
  if (!progress.is_none()) on.progress = std::ref(report);

  BlockReport done;
  try {
    run_unlocked(INT64_MAX, stop, [&] { done = run_in_blocks(op, files, outputs, values, settings, on); });
  } catch (const Error&) {
    report.raise_failure();
    throw;
  }
  report.raise_failure();
  return dict_from(std::move(done));
}

}  // namespace preamar::python
