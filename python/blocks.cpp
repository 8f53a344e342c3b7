#include "blocks.h"

#include <preamar/blocks.h>
#include <preamar/error.h>

#include "arrays.h"
#include "interrupt.h"
#include "options.h"

#include <functional>
#include <stop_token>

namespace nb = nanobind;

namespace preamar::python {
namespace {

using Path = std::filesystem::path;

// The inputs that are given. None is allowed only for optional inputs at the end.
std::vector<Path> input_files(const Operator& op, const std::vector<std::optional<Path>>& given) {
  std::vector<Path> files;
  for (const std::optional<Path>& file : given) {
    if (file && files.size() < static_cast<std::size_t>(&file - given.data()))
      throw nb::value_error((argument_of(op, "inputs") + " has None before a file; give None at the end only").c_str());
    if (file) files.push_back(*file);
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
  for (Column& column : report.found.table.columns) told[text_from(column.name)] = array_from(std::move(column.cells));
  nb::list others;
  for (Image& image : report.others) others.append(array_from(std::move(image)));
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
  BlockSettings settings{.memory = memory.value_or(0), .resume = resume};
  if (block) settings.block = Shape(block->data(), static_cast<int>(block->size()));
  settings.write.overwrite = overwrite;
  settings.write.lock = lock;
  std::stop_source stop;
  Progress report(progress, stop);
  Execution on;
  on.device = device;
  on.threads = threads_from(op, threads);
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
