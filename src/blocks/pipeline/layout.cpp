#include "blocks/pipeline/layout.h"

#include "blocks/pipeline/outputs.h"
#include "core/error_text.h"
#include "core/require.h"
#include "io/open.h"
#include "platform/file.h"

#include <preamar/version.h>

#include <algorithm>
#include <optional>

namespace preamar::blocks {
namespace {

// Temporary images have the format of the first output that is an image, so that the same settings of writing hold.
std::string temporary_suffix(const Graph& graph) {
  for (const GraphOutput& output : graph.outputs)
    if (!output.is_table) return io::is_folder_of_files(output.file) ? ".ome.zarr" : ".btf";
  return ".ome.zarr";
}

// The state of a file of measurements; empty if the pipeline writes it.
std::string stamp_text(const Path& measurements, const Pipeline& pipeline) {
  if (measurements.empty()) return {};
  for (const PipelineOutput& output : pipeline.outputs)
    if (is_same_file(output.file, measurements)) return {};
  const auto stamp = stamp_of(measurements);
  return stamp ? text(stamp->inode, " ", stamp->bytes, " ", stamp->modified, "\n") : std::string();
}

}  // namespace

PipelineLayout::PipelineLayout(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on,
                               bool is_job)
    : pipeline_(pipeline), settings_(settings), on_(on), is_job_(is_job) {
  require_execution("pipeline", on);
  require_within("pipeline", "memory", settings.memory, 0, INT64_MAX);
  for (const PipelineInput& input : pipeline.inputs) infos_.push_back(io::open_source(input.file, input.read)->info());
  graph_ = graph_of(pipeline_, infos_, numbers_);
  require_outputs(pipeline_, graph_, settings_.resume);
  divide();
}

// The stages, with the numbers that are known by now.
void PipelineLayout::renew() {
  graph_ = graph_of(pipeline_, infos_, numbers_);
  stages_ = stages_of(graph_, ends_);
}

// Divides stages until each fits in the memory. Throws MemoryError for the stage that needs the most if one cannot be
// divided.
void PipelineLayout::divide() {
  for (;;) {
    renew();
    std::optional<std::size_t> divider;
    std::optional<MemoryError> largest;
    for (const Stage& stage : stages_.list) {
      try {
        (void)request_for(stage);
      } catch (const MemoryError& error) {
        if (!divider) divider = divider_of(graph_, stage, ends_);
        if (!largest || error.needed() > largest->needed()) largest = error;
      }
    }
    if (!largest) return;
    if (!divider) throw MemoryError(*largest);
    ends_.insert(*divider);
  }
}

void PipelineLayout::add_done(StageRecord record) {
  numbers_.insert(record.numbers.begin(), record.numbers.end());
  done_.push_back(std::move(record));
  renew();
}

Path PipelineLayout::file_of(const Operand& image) const {
  if (image.is_input()) return pipeline_.inputs[image.index].file;
  for (const GraphOutput& output : graph_.outputs)
    if (!output.is_table && output.image == image) return output.file;
  return folder_ / text(graph_.name_of(image), temporary_suffix(graph_));
}

ReadOptions PipelineLayout::read_options(const Operand& image) const {
  return image.is_input() ? pipeline_.inputs[image.index].read : ReadOptions();
}

Request PipelineLayout::request_for(const Stage& stage) const {
  Request request;
  request.program = stage.program;
  request.settings = settings_;
  request.is_job = is_job_;
  for (const Operand& output : stage.outputs) {
    request.outputs.push_back(file_of(output));
    request.output_types.push_back(graph_.type_of(output));
    request.output_metadata.push_back(graph_.metadata_of(output));
    request.is_temporary.push_back(std::ranges::find(stages_.temporary, output) != stages_.temporary.end());
    if (settings_.write.strict && !request.is_temporary.back())
      require_nothing_lost(file_of(output).string(), graph_.lost_by(output));
  }
  std::vector<FileInfo> infos;
  for (const Operand& input : stage.inputs) {
    request.inputs.push_back(file_of(input));
    infos.push_back(input.is_input() ? infos_[input.index] : FileInfo());
    if (input.is_input()) continue;
    infos.back().type = graph_.type_of(input);
    infos.back().chunk = io::stored_piece(file_of(input), graph_.type_of(input), settings_.write);
  }
  lay_out(request, infos, on_);
  return request;
}

std::vector<io::InputIdentity> PipelineLayout::identities() const {
  std::vector<io::InputIdentity> all;
  for (const PipelineInput& input : pipeline_.inputs)
    all.push_back(io::identity_of(*io::open_source(input.file, input.read)));
  return all;
}

std::string PipelineLayout::identity(const std::vector<io::InputIdentity>& inputs) const {
  std::string words = text("preamar ", version(), "\n");
  for (std::size_t i = 0; i < pipeline_.inputs.size(); ++i) {
    const PipelineInput& input = pipeline_.inputs[i];
    words += text("input ", input.name, " ", input.file.string(), " ", inputs[i].content, " ", inputs[i].change, " ",
                  reading_text(input.read));
  }
  for (const PipelineStep& step : pipeline_.steps) {
    words += text("step ", step.name, " ", step.op);
    for (const std::string& input : step.inputs) words += text(" ", input);
    words += text("\n", options_text(step.options));
  }
  for (const PipelineOutput& output : pipeline_.outputs)
    words += text("output ", output.result, " ", output.file.string(), " ", outlines_text(output.outlines),
                  stamp_text(output.outlines.measurements, pipeline_));
  for (const std::size_t step : ends_) words += text("stage ends with ", graph_.steps[step].name, "\n");
  for (const FileInfo& info : infos_) words += metadata_text(info.metadata);
  return text(words, writing_text(settings_.write));
}

std::string PipelineLayout::identity_of_stage(const std::vector<io::InputIdentity>& inputs, std::size_t stage,
                                              const Request& request) const {
  return text(identity(inputs), "stage ", stage, " in ", request.plan.block.text());
}

std::vector<PipelineLayout::StageTable> PipelineLayout::tables_of(const Stage& stage) const {
  std::vector<StageTable> tables;
  for (const GraphOutput& output : graph_.outputs)
    for (std::size_t i = 0; i < stage.steps.size(); ++i)
      if (output.is_table && output.image.at() == stage.steps[i]) tables.push_back({i, &output});
  std::stable_partition(tables.begin(), tables.end(),
                        [](const StageTable& table) { return table.output->outlines.measurements.empty(); });
  return tables;
}

TableOutput PipelineLayout::table_output(const GraphOutput& output, const WriteOptions& write) const {
  const GraphStep& step = graph_.steps[output.image.at()];
  // The file that the labels come from has their grid: operators keep that of their first image.
  Operand image = step.inputs[0];
  while (!image.is_input()) image = graph_.steps[image.at()].inputs[0];
  const PipelineInput& input = pipeline_.inputs[image.index];
  WriteOptions options = write;
  options.outlines = output.outlines;
  return {output.file, table_options(output.file, options, input.file, input.read)};
}

void PipelineLayout::require_replaceable() const {
  for (const GraphOutput& output : graph_.outputs)
    if (output.is_table)
      (void)begin_output(output.file, settings_.write);
    else
      io::output_at(output.file, settings_.write)->require_replaceable();
}

std::vector<std::function<std::unique_ptr<io::Source>()>> PipelineLayout::openers(const Stage& stage) const {
  std::vector<std::function<std::unique_ptr<io::Source>()>> all;
  for (const Operand& input : stage.inputs)
    all.emplace_back([file = file_of(input), read = read_options(input)] { return io::open_source(file, read); });
  return all;
}

}  // namespace preamar::blocks
