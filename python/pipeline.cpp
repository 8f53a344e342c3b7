#include "pipeline.h"

#include <preamar/pipeline.h>

#include "arrays.h"
#include "execution.h"
#include "interrupt.h"
#include "members.h"
#include "metadata.h"
#include "options.h"

namespace nb = nanobind;

namespace preamar::python {
namespace {

PipelineStep step_from(const PipelineRows::Step& row) {
  const auto& [name, op, inputs, options, numbers] = row;
  PipelineStep step{.name = name, .op = op, .inputs = inputs, .options = values_from(operator_named(op), options)};
  for (const auto& [option, number] : numbers) step.options[option] = number;
  return step;
}

nb::tuple plan_tuple(const PipelinePlan& plan) {
  nb::list stages, images;
  for (const PipelineStage& stage : plan.stages) {
    nb::list steps;
    for (const std::string& step : stage.steps) steps.append(text_from(step));
    stages.append(nb::make_tuple(nb::tuple(steps), shape_tuple(stage.block), stage.blocks, stage.passes,
                                 stage.reads_depend_on_pixels, stage.peak_memory));
  }
  for (const PipelineImage& image : plan.images)
    images.append(nb::make_tuple(text_from(image.name), image.reads, image.writes, image.blocks_read,
                                 image.blocks_written, image.is_temporary, image.bytes));
  return nb::make_tuple(stages, images, plan.peak_memory, plan.temporary_bytes);
}

nb::dict results_dict(std::vector<StepResults> steps) {
  nb::dict all;
  for (StepResults& step : steps) {
    nb::dict found;
    for (const auto& [key, value] : step.found.numbers) found[text_from(key)] = object_from(value);
    for (Column& column : step.found.table.columns) found[text_from(column.name)] = array_from(std::move(column.cells));
    all[text_from(step.step)] = found;
  }
  return all;
}

}  // namespace

Pipeline pipeline_from(const PipelineRows::All& rows) {
  const auto& [inputs, steps, outputs] = rows;
  Pipeline pipeline;
  for (const auto& [name, file, reading, valid] : inputs)
    pipeline.inputs.push_back({.name = name, .file = file, .read = options_from<ReadOptions>(reading), .valid = valid});
  for (const PipelineRows::Step& step : steps) pipeline.steps.push_back(step_from(step));
  for (const auto& [result, file, outlines] : outputs)
    pipeline.outputs.push_back({.result = result, .file = file, .outlines = options_from<OutlineOptions>(outlines)});
  return pipeline;
}

BlockSettings block_settings(const PipelineRows::Settings& settings) {
  const auto& [memory, block, resume, writing] = settings;
  return settings_from("pipeline", memory, block, resume, writing);
}

void check_options(const std::string& name, const nb::dict& options) {
  (void)values_from(operator_named(name), options);
}

nb::tuple plan_pipeline(const PipelineRows::All& pipeline, const PipelineRows::Settings& settings,
                        const std::string& device, std::optional<std::int64_t> threads) {
  Callbacks callbacks;
  const Execution on = execution_from("pipeline", device, threads, nb::none(), callbacks);
  return plan_tuple(plan_pipeline(pipeline_from(pipeline), block_settings(settings), on));
}

nb::tuple run_pipeline(const PipelineRows::All& pipeline, const PipelineRows::Settings& settings,
                       const std::string& device, std::optional<std::int64_t> threads, const nb::object& progress) {
  const Pipeline steps = pipeline_from(pipeline);
  const BlockSettings in_blocks = block_settings(settings);
  Callbacks callbacks;
  const Execution on = execution_from("pipeline", device, threads, progress, callbacks);
  PipelineReport report;
  run_unlocked(INT64_MAX, callbacks, [&] { report = run_pipeline(steps, in_blocks, on); });
  for (const PipelineOutput& output : steps.outputs)
    for (const PipelineImage& image : report.plan.images)
      if (image.file == output.file) warn_of_loss(output.file, image.type, image.metadata, image.lost);
  return nb::make_tuple(plan_tuple(report.plan), results_dict(std::move(report.found)));
}

}  // namespace preamar::python
