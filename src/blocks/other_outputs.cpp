#include "blocks/other_outputs.h"

#include "core/error_text.h"
#include "core/values.h"

#include <preamar/io.h>

#include <algorithm>
#include <array>
#include <set>

namespace preamar::blocks {
namespace {

void require_names(const Request& request, std::span<const BlockOutput> outputs) {
  const Operator& op = *request.task.op;
  const bool has_table = std::ranges::any_of(op.outputs, [&](const Output& output) {
    return output.kind == OutputKind::table &&
           (output.with.empty() || value_or(request.task.options, output.with, false));
  });
  const std::size_t most = request.task.results.size() + (has_table ? 1 : 0);
  if (outputs.size() > most)
    throw Error(ErrorKind::call, text(op.name, ": output names ", outputs.size(), " files; ", most,
                                      most == 1 ? " is" : " are", " written"));
  std::set<Path> seen;
  for (const BlockOutput& output : outputs)
    if (const Path* file = file_of(output); file && !file->empty() && !seen.insert(*file).second)
      throw Error(ErrorKind::call, text(op.name, ": output names ", file->string(), " twice"));
}

void require_table(const Operator& op, const BlockOutput& output) {
  if (!file_of(output))
    throw Error(ErrorKind::call, text(op.name, ": ", shown_name(output),
                                      " is an image; the table is written to a .csv or .parquet file"));
}

}  // namespace

OtherOutputs::OtherOutputs(const Request& request, std::span<const BlockOutput> outputs)
    : write_(request.settings.write) {
  require_names(request, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const bool is_image = i < request.task.results.size();
    const Path* file = file_of(outputs[i]);
    if ((file && file->empty()) || (is_image && is_blockwise(request.task, request.task.results[i]))) continue;
    if (!is_image) {
      require_table(*request.task.op, outputs[i]);
      require_table_writable(*file, request.task.op->outputs.back().rows, write_.outlines);
      const Path* const labels = std::get_if<Path>(&request.inputs[0]);
      table_.emplace(*file, labels ? table_options(*file, write_, *labels, reading_of(request.settings, 0)) : write_);
      continue;
    }
    if (file) require_writable(*file, request.task.results[i], write_);
    images_.push_back({outputs[i], file ? begin_output(*file, write_) : nullptr});
  }
}

std::int64_t OtherOutputs::write(const Task& task, StepOutcome& outcome, const Execution& on) {
  constexpr std::array<std::int64_t, max_rank> origin{};
  for (std::size_t i = 0; i < images_.size(); ++i) {
    if (const Path* file = file_of(images_[i].output))
      write_image(*file, outcome.others[i], with(images_[i]));
    else
      std::get<RegionWriter>(images_[i].output).write(origin.data(), outcome.others[i].view());
  }
  return table_ ? table_->write(task, outcome.found, on) : outcome.found.table.rows();
}

WriteOptions OtherOutputs::with(const OtherImage& other) const {
  WriteOptions options = write_;
  options.begun = other.begun;
  return options;
}

}  // namespace preamar::blocks
