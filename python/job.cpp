#include "job.h"

#include <preamar/job.h>

#include "arrays.h"
#include "execution.h"
#include "interrupt.h"
#include "members.h"
#include "options.h"

namespace nb = nanobind;

namespace preamar::python {
namespace {

nb::tuple stage_tuple(const JobStage& stage) {
  return nb::make_tuple(text_from(stage.name), stage.pass, stage.level, stage.first, stage.tasks);
}

nb::dict plan_dict(const JobPlan& plan) {
  nb::list stages;
  for (const JobStage& stage : plan.stages) stages.append(stage_tuple(stage));
  nb::dict told;
  told["file"] = text_from(plan.file.string());
  told["job"] = text_from(plan.job);
  told["name"] = text_from(plan.name);
  told["stages"] = stages;
  told["tasks"] = plan.tasks;
  told["block"] = shape_tuple(plan.block);
  told["blocks"] = plan.blocks;
  told["memory"] = plan.memory;
  told["threads"] = plan.threads;
  return told;
}

}  // namespace

nb::dict plan_job(const std::string& name, const std::vector<std::filesystem::path>& inputs,
                  const std::vector<std::filesystem::path>& outputs, const nb::dict& options, const Memory& memory,
                  const Extents& block, bool resume, const nb::dict& reading, const nb::dict& writing,
                  const nb::dict& outlines, std::optional<std::int64_t> threads, const std::filesystem::path& plan) {
  const Operator& op = operator_named(name);
  const Values values = values_from(op, options);
  BlockSettings settings = settings_from(op.name, memory, block, resume, writing);
  settings.read = options_from<ReadOptions>(reading);
  settings.write.outlines = options_from<OutlineOptions>(outlines);
  Callbacks callbacks;
  const Execution on = execution_from(op.name, "cpu", threads, nb::none(), callbacks);
  JobPlan planned;
  run_unlocked(INT64_MAX, callbacks, [&] { planned = plan_job(op, inputs, outputs, values, settings, on, plan); });
  return plan_dict(planned);
}

nb::dict plan_pipeline_job(const PipelineRows::All& pipeline, const PipelineRows::Settings& settings,
                           std::optional<std::int64_t> threads, const std::filesystem::path& plan) {
  const Pipeline steps = pipeline_from(pipeline);
  const BlockSettings in_blocks = block_settings(settings);
  Callbacks callbacks;
  const Execution on = execution_from("pipeline", "cpu", threads, nb::none(), callbacks);
  JobPlan planned;
  run_unlocked(INT64_MAX, callbacks, [&] { planned = plan_job(steps, in_blocks, on, plan); });
  return plan_dict(planned);
}

nb::dict read_plan(const std::filesystem::path& plan) {
  Callbacks callbacks;
  JobPlan read;
  run_unlocked(INT64_MAX, callbacks, [&] { read = preamar::read_plan(plan); });
  return plan_dict(read);
}

nb::dict run_task(const std::filesystem::path& plan, std::int64_t number, const std::string& device,
                  std::optional<std::int64_t> threads) {
  Callbacks callbacks;
  const Execution on = execution_from("task", device, threads, nb::none(), callbacks);
  TaskReport report;
  run_unlocked(INT64_MAX, callbacks, [&] { report = preamar::run_task(plan, number, on); });
  nb::dict told, shares, found;
  for (const auto& [name, blocks] : report.shares) shares[text_from(name)] = blocks;
  for (const StepResults& step : report.found) {
    nb::dict numbers;
    for (const auto& [name, value] : step.found.numbers) numbers[text_from(name)] = object_from(value);
    found[text_from(step.step)] = numbers;
  }
  told["stage"] = stage_tuple(report.stage);
  told["was_done"] = report.was_done;
  told["seconds"] = report.seconds;
  told["bytes_read"] = report.bytes_read;
  told["bytes_written"] = report.bytes_written;
  told["state_bytes"] = report.state_bytes;
  told["shares"] = shares;
  told["is_last"] = report.is_last;
  told["next"] = report.next.empty() ? nb::object(nb::none()) : nb::object(text_from(report.next.string()));
  told["found"] = found;
  return told;
}

}  // namespace preamar::python
