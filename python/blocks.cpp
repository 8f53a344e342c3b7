#include "blocks.h"

#include <preamar/blocks.h>
#include <preamar/error.h>
#include <preamar/io.h>

#include "arrays.h"
#include "interrupt.h"
#include "options.h"

#include <algorithm>
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

bool gives_table(const Operator& op, const Values& options) {
  return std::ranges::any_of(op.outputs, [&](const Output& output) {
    if (output.kind != OutputKind::table) return false;
    const auto flag = options.find(output.with);
    return output.with.empty() || (flag != options.end() && flag->second == Value(true));
  });
}

// Outputs in which no block has a place, such as the counts of a histogram: the library returns them as they are.
bool is_returned(const BlockPlan& plan, std::size_t image) { return plan.outputs[image].shape != plan.inputs[0].shape; }

void require_free(const Path& file, const WriteOptions& options) {
  if (!options.overwrite && std::filesystem::exists(file))
    throw Error(ErrorKind::io, file.string() + ": exists already; give another name or overwrite=True");
  const Path folder = file.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw Error(ErrorKind::io, file.string() + ": there is no folder " + folder.string());
}

// Refuses before the work what could not be written after it.
void require_outputs(const Operator& op, const std::vector<Path>& files, const BlockPlan& plan, bool has_table,
                     const WriteOptions& options) {
  const std::size_t images = plan.outputs.size(), most = images + (has_table ? 1 : 0);
  if (files.size() > most)
    throw Error(ErrorKind::call, argument_of(op, "output") + " names " + std::to_string(files.size()) + " files; " +
                                     std::to_string(most) + (most == 1 ? " is" : " are") + " written");
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (std::ranges::count(files, files[i]) > 1)
      throw Error(ErrorKind::call, argument_of(op, "output") + " names " + files[i].string() + " twice");
    if (i < images && !is_returned(plan, i)) continue;
    if (i < images)
      require_writable(files[i], plan.outputs[i], options);
    else
      require_table_writable(files[i]);
    require_free(files[i], options);
  }
}

void write_returned(const std::vector<Path>& files, const BlockReport& report, const WriteOptions& options) {
  const std::size_t images = report.plan.outputs.size();
  auto image = report.others.begin();
  for (std::size_t i = 0; i < images; ++i)
    if (is_returned(report.plan, i)) write_image(files[i], *image++, options);
  if (files.size() > images) write_table(files[images], report.found.table, options);
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
                       const std::optional<std::vector<std::int64_t>>& block, bool resume, bool overwrite,
                       const std::string& device, std::optional<std::int64_t> threads, const nb::object& progress) {
  const Operator& op = operator_named(name);
  const std::vector<Path> files = input_files(op, inputs);
  const Values values = values_from(op, options);
  BlockSettings settings{
      .memory = at_least_one(argument_of(op, "memory"), memory, INT64_MAX, "three quarters of what the machine has"),
      .resume = resume};
  if (block) settings.block = Shape(block->data(), static_cast<int>(block->size()));
  settings.write.overwrite = overwrite;
  std::stop_source stop;
  Progress report(progress, stop);
  Execution on;
  on.device = device;
  on.threads = static_cast<int>(at_least_one(argument_of(op, "threads"), threads, std::numeric_limits<int>::max()));
  on.stop = stop.get_token();
  if (!progress.is_none()) on.progress = std::ref(report);

  BlockReport done;
  try {
    run_unlocked(INT64_MAX, stop, [&] {
      const BlockPlan plan = plan_in_blocks(op, files, outputs, values, settings, on);
      require_outputs(op, outputs, plan, gives_table(op, values), settings.write);
      done = run_in_blocks(op, files, outputs, values, settings, on);
      write_returned(outputs, done, settings.write);
    });
  } catch (const Error&) {
    report.raise_failure();
    throw;
  }
  report.raise_failure();
  return dict_from(std::move(done));
}

}  // namespace preamar::python
