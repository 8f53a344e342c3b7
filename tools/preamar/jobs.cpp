// preamar plan, preamar task: a run in blocks as tasks that any processes can do.
#include "commands.h"
#include "core/error_text.h"
#include "pipeline_file.h"
#include "report.h"
#include "session.h"

#include <preamar/job.h>

#include <iostream>

namespace preamar::cli {
namespace {

std::string task_range(const JobStage& stage) {
  return stage.tasks == 1 ? text("task ", stage.first)
                          : text("tasks ", stage.first, " to ", stage.first + stage.tasks - 1);
}

// As "merge, pass 1, level 0".
std::string job_stage_text(const JobStage& stage) {
  if (stage.name == "blocks") return text("blocks, pass ", stage.pass + 1);
  if (stage.name == "merge" || stage.name == "split")
    return text(stage.name, ", pass ", stage.pass + 1, ", level ", stage.level);
  if (stage.name == "smaller") return text("pyramid, level ", stage.level);
  return stage.name;
}

std::vector<Record> job_stage_records(const JobPlan& plan) {
  std::vector<Record> list;
  for (const JobStage& stage : plan.stages)
    list.push_back({{{"name", stage.name},
                     {"pass", std::int64_t{stage.pass}},
                     {"level", std::int64_t{stage.level}},
                     {"first", stage.first},
                     {"tasks", stage.tasks}}});
  return list;
}

JobPlan planned(const PlanRequest& request) {
  const Settings& settings = request.settings();
  if (!request.pipeline.file.empty())
    return plan_job(read_pipeline(request.pipeline.file), block_settings(settings), execution_for(settings),
                    request.plan);
  const OperatorRequest& call = request.call;
  std::vector<Path> inputs;
  for (const Path& input : call.inputs)
    if (!input.empty()) inputs.push_back(input);
  return plan_job(*call.op, inputs, call.outputs, call.options, block_settings(settings), execution_for(settings),
                  request.plan);
}

}  // namespace

void run(const PlanRequest& request) {
  const JobPlan plan = planned(request);
  const Settings& settings = request.settings();
  if (settings.report == Report::json)
    return print_json({{{"plan", plan.file.string()},
                        {"job", plan.job},
                        {"name", plan.name},
                        {"block", extents(plan.block)},
                        {"blocks", plan.blocks},
                        {"memory", plan.memory},
                        {"threads", std::int64_t{plan.threads}},
                        {"tasks", plan.tasks},
                        {"stages", job_stage_records(plan)}}});
  if (settings.verbosity == Verbosity::quiet) return;
  std::cout << text(plan.name, ": ", plan.blocks, plan.blocks == 1 ? " block of " : " blocks of ", plan.block.text(),
                    ", at most ", bytes_text(plan.memory), " of memory per task\n");
  for (const JobStage& stage : plan.stages)
    std::cout << text("  ", job_stage_text(stage), ": ", task_range(stage), "\n");
  std::cout << text(plan.file.string(), ": ", plan.tasks, " tasks\n");
}

void run(const TaskRequest& request) {
  const Settings& settings = request.settings;
  if (request.cancels) return cancel_job(request.plan);
  Session session("task", settings);
  const TaskReport report = run_task(request.plan, request.number, session.execution());
  if (settings.report == Report::json) {
    std::vector<Record> numbers, shares;
    for (const StepResults& step : report.found)
      for (const auto& [name, value] : step.found.numbers)
        numbers.push_back({{{"step", step.step},
                            {"name", std::string(name)},
                            {"value", std::visit([](const auto& v) { return Field(v); }, value)}}});
    for (const auto& [device, blocks] : report.shares)
      shares.push_back({{{"device", std::string(device)}, {"blocks", blocks}}});
    return print_json(
        {{{"task", request.number},
          {"stage", report.stage.name},
          {"was_done", report.was_done},
          {"seconds", report.seconds},
          {"bytes_read", report.bytes_read},
          {"bytes_written", report.bytes_written},
          {"state_bytes", report.state_bytes},
          {"shares", shares},
          {"is_last", report.is_last},
          {"next", report.next.string()},
          {"next_stages", report.next.empty() ? std::vector<Record>() : job_stage_records(read_plan(report.next))},
          {"numbers", numbers}}});
  }
  for (const StepResults& step : report.found)
    for (const auto& [name, value] : step.found.numbers)
      std::cout << text(step.step, ".", name, " ", value_text(value), "\n");
  if (report.is_last)
    std::cout << (report.next.empty() ? "done\n" : text("next ", report.next.string(), "\n"));
  else if (settings.verbosity != Verbosity::quiet)
    std::cout << text("task ", request.number, ": ", job_stage_text(report.stage), ", ",
                      report.was_done ? "was done" : seconds_text(report.seconds), "\n");
}

}  // namespace preamar::cli
