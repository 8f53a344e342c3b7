// From a call to the plans of its tasks.
#include "blocks/job/task.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/require.h"
#include "core/url.h"
#include "io/csv.h"
#include "io/open.h"
#include "io/store/store.h"

#include <preamar/stop_scope.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace preamar {
namespace blocks {
namespace {

template <class End>
const Path& file_for(const End& end, std::string_view name) {
  if (const Path* const file = file_of(end)) return *file;
  throw Error(ErrorKind::call, text("plan: ", name, " is an array; a job needs files that other processes can read"));
}

void add(JobPlan& plan, const char* name, int pass, int level, std::int64_t tasks) {
  plan.stages.push_back({name, pass, level, plan.tasks, tasks});
  plan.tasks += tasks;
}

// All stages after the exchanges of values.
void add_passes(JobPlan& plan, const Job& job) {
  const TreeGroups& groups = job.groups();
  for (int pass = 0; pass < job.schedule().passes(); ++pass) {
    const PassWork& work = job.work(pass);
    if (!work.summarised.empty() || !work.written.empty()) add(plan, stage_blocks, pass, 0, job.tree().block_count());
    if (!work.merged.empty() || !work.folded.empty())
      for (int level = groups.levels(); level-- > 0;)
        add(plan, stage_merge, pass, level, std::ssize(groups.roots(level)));
    if (!work.split.empty() && job.tree().block_count() > 1)
      for (int level = 0; level < groups.levels(); ++level)
        add(plan, stage_split, pass, level, std::ssize(groups.roots(level)));
  }
}

// All outputs of a stage have the same levels; temporary images have none.
void add_smaller(JobPlan& plan, const Job& job, const StageOutputs& outputs) {
  std::vector<Shape> levels;
  for (const io::Sink* const sink : outputs.sinks())
    if (levels.empty() && sink) levels = sink->smaller_levels();
  for (std::size_t i = 0; i < levels.size(); ++i)
    add(plan, stage_smaller, 0, static_cast<int>(i) + 1, Tree(levels[i], job.stage_plan().block).block_count());
}

// Steps that exchange values, in order.
std::vector<int> exchanged_steps(const Job& job) {
  std::vector<int> steps;
  for (int pass = 0; pass < job.schedule().passes(); ++pass)
    for (const std::size_t step : job.work(pass).exchanged) steps.push_back(static_cast<int>(step));
  return steps;
}

void start(PlanFile& plan) {
  plan.plan.stages.clear();
  plan.plan.tasks = 0;
}

void rename(PlanFile& plan) {
  ++plan.number;
  plan.plan.file = later_plan(plan.first, plan.number);
}

PlanFile exchange_plan(PlanFile plan, int step, int round, std::int64_t tasks) {
  start(plan);
  plan.exchanged = step;
  plan.round = round;
  add(plan.plan, stage_exchange, 0, 0, tasks);
  add(plan.plan, stage_round, 0, 0, 1);
  return plan;
}

PlanFile without_exchange(PlanFile plan) {
  start(plan);
  plan.exchanged = -1;
  plan.round = 0;
  return plan;
}

PlanFile passes_plan(const PlanFile& before, const Job& job, const StageOutputs& outputs) {
  PlanFile plan = without_exchange(before);
  add_passes(plan.plan, job);
  add_smaller(plan.plan, job, outputs);
  add(plan.plan, stage_commit, 0, 0, 1);
  return plan;
}

// An earlier process was stopped while it gave the outputs their names: every one of them is complete.
PlanFile commit_plan(const PlanFile& before) {
  PlanFile plan = without_exchange(before);
  add(plan.plan, stage_commit, 0, 0, 1);
  return plan;
}

PlanFile first_plan(const PlanFile& plan, const Job& job, const StageOutputs& outputs) {
  const std::vector<int> exchanged = exchanged_steps(job);
  return exchanged.empty() ? passes_plan(plan, job, outputs)
                           : exchange_plan(plan, exchanged[0], 0, job.tree().block_count());
}

// A relative name would be another file on another machine.
Path absolute_name(const Path& file) { return file.empty() || is_url(file) ? file : std::filesystem::absolute(file); }

// Stores of the caller are objects of one process.
void require_shared(const Path& file) {
  if (is_url(file) && parse_url(file).scheme == UrlScheme::store)
    throw Error(ErrorKind::call, text(file.string(), ": other processes do not know this store; give s3:// or a file"));
}

void require_outputs(const JobCall& call) {
  const auto require = [](std::string_view name, const Path& file) {
    if (file.empty() || io::is_table_file(file) || io::is_folder_of_files(file)) return;
    throw Error(ErrorKind::call, text(name, ": ", file.string(), " is one file, which several processes cannot write; ",
                                      "give a name that ends in .ome.zarr or .zarr"));
  };
  for (const Path& output : call.outputs) require(call.op->name, output);
  for (const PipelineOutput& output : call.pipeline.outputs) require("pipeline", output.file);
  if (!call.op && call.pipeline.outputs.empty())
    throw Error(ErrorKind::call, "pipeline: a job needs an output, next to which it keeps its state");
}

JobPlan begin_job(JobCall call, const Path& file) {
  const Path plan_file = absolute_name(file);
  if (plan_file.extension() != ".json")
    throw Error(ErrorKind::call, text("plan: ", file.string(), " is the file of the plan; its name must end in .json"));
  if (const Path folder = plan_file.parent_path(); !is_url(plan_file) && !std::filesystem::is_directory(folder))
    throw Error(ErrorKind::io, text(file.string(), ": there is no folder ", folder.string()));
  const bool resume = call.settings.resume;
  if (resume) clear_up_ended(plan_file);
  require_job_call(call);
  if (!resume && !call.settings.write.overwrite && io::has_object(plan_file))
    throw Error(ErrorKind::io, text(file.string(), ": exists already; give ", setting("resume", "true"),
                                    " to continue its job, or ", setting("overwrite", "true"), " to begin anew"));
  for (Path& input : call.inputs) input = absolute_name(input);
  for (Path& output : call.outputs) output = absolute_name(output);
  if (call.settings.valid) call.settings.valid = absolute_name(std::get<Path>(*call.settings.valid));
  if (call.settings.valid_out) call.settings.valid_out = absolute_name(std::get<Path>(*call.settings.valid_out));
  for (PipelineInput& input : call.pipeline.inputs) input.file = absolute_name(input.file);
  for (PipelineOutput& output : call.pipeline.outputs) {
    output.file = absolute_name(output.file);
    output.outlines.measurements = absolute_name(output.outlines.measurements);
  }
  Path& measurements = call.settings.write.outlines.measurements;
  measurements = absolute_name(measurements);
  call.settings.memory = memory_of(call.settings);  // a machine that does tasks may have more or less
  Plan draft = plan_of(call);
  PlanFile plan;
  plan.first = plan.plan.file = plan_file;
  plan.call = call;
  plan.inputs = draft.identities();
  const std::string identity = identity_of_job(draft, plan.inputs);
  const auto found = resume ? find_run(folders_of_job(draft, plan_file, 0).record, identity) : std::nullopt;
  plan.run = found.value_or(random_run());
  plan.plan.job = hex(plan.run);
  RunOutputs outputs(draft, identity, {plan.run, io::Lease::Part::begin, plan_file, std::nullopt, false});
  if (outputs.is_resumed()) outputs.keep();
  while (outputs.is_resumed() && plan.stage + 1 < draft.count()) {
    auto record = get_stage(outputs.records(), plan.stage);
    if (!record) break;
    draft.add_done(std::move(*record));
    ++plan.stage;
  }
  const Job job(call, plan_file, plan.run, plan.stage);
  plan = begin_stage(job, outputs, plan, true);
  outputs.keep();
  return plan.plan;
}

}  // namespace

void require_job_call(const JobCall& call) {
  require_outputs(call);
  for (const auto* files : {&call.inputs, &call.outputs})
    for (const Path& each : *files) require_shared(each);
  if (const auto& valid = call.settings.valid) require_shared(file_for(*valid, "valid"));
  if (const auto& valid = call.settings.valid_out) require_shared(file_for(*valid, "valid_out"));
  for (const PipelineInput& input : call.pipeline.inputs) require_shared(input.file);
  for (const PipelineOutput& output : call.pipeline.outputs) require_shared(output.file);
}

void require_stages(const Job& job, const PlanFile& plan) {
  JobPlan expected;
  const std::vector<JobStage>& stages = plan.plan.stages;
  const bool is_exchange = plan.exchanged >= 0;
  const std::vector<int> exchanged = exchanged_steps(job);
  bool is_right = !is_exchange || std::ranges::count(exchanged, plan.exchanged) > 0;
  const bool is_complete = !is_exchange && stages.size() == 1;  // as commit_plan() has it
  if (is_exchange)
    add(expected, stage_exchange, 0, 0, stages[0].tasks);
  else if (!is_complete)
    add_passes(expected, job);
  for (int level = 1; !is_exchange && expected.stages.size() + 1 < stages.size(); ++level)
    add(expected, stage_smaller, 0, level, stages[expected.stages.size()].tasks);
  add(expected, is_exchange ? stage_round : stage_commit, 0, 0, 1);
  const auto equal = [](const JobStage& one, const JobStage& other) {
    return one.name == other.name && one.pass == other.pass && one.level == other.level && one.first == other.first &&
           one.tasks == other.tasks;
  };
  is_right = is_right && std::ranges::equal(stages, expected.stages, equal);
  if (!is_right)
    throw Error(ErrorKind::io,
                text(plan.plan.file.string(), ": its stages are not those of its call; plan the job again"));
}

PlanFile begin_stage(const Job& job, RunOutputs& run, PlanFile plan, bool is_first) {
  StageOutputs outputs(run, job.plan(), job.stage(), job.stage_plan());
  plan.plan.name = job.program().name;
  plan.plan.block = job.stage_plan().block;
  plan.plan.blocks = job.stage_plan().blocks;
  plan.plan.memory = job.stage_plan().peak_memory;
  plan.plan.threads = job.stage_plan().load.threads;
  plan = outputs.is_committing() ? commit_plan(plan) : first_plan(plan, job, outputs);
  if (is_first)
    remove_ends(plan.first);
  else
    rename(plan);
  write_plan(plan);
  outputs.keep();
  return plan;
}

PlanFile plan_after_exchange(const Job& job, PlanFile plan, StageOutputs& outputs) {
  const std::vector<int> exchanged = exchanged_steps(job);
  const auto next = std::ranges::upper_bound(exchanged, plan.exchanged);
  rename(plan);
  if (next != exchanged.end()) return exchange_plan(plan, *next, 0, job.tree().block_count());
  outputs.open_sinks();
  return passes_plan(plan, job, outputs);
}

PlanFile plan_of_round(PlanFile plan, std::int64_t awake) {
  rename(plan);
  return exchange_plan(plan, plan.exchanged, plan.round + 1, awake);
}

}  // namespace blocks

JobPlan plan_job(const Operator& op, std::span<const std::filesystem::path> inputs,
                 std::span<const std::filesystem::path> outputs, const Values& options, const BlockSettings& settings,
                 const Execution& on, const std::filesystem::path& plan) {
  require_execution(op.name, on);
  const StopScope scope(on.stop);
  blocks::JobCall call;
  call.op = &op;
  call.inputs.assign(inputs.begin(), inputs.end());
  call.outputs.assign(outputs.begin(), outputs.end());
  call.options = options;
  call.settings = settings;
  call.threads = blocks::worker_count_of(on);
  return blocks::begin_job(std::move(call), plan);
}

JobPlan plan_job(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on,
                 const std::filesystem::path& plan) {
  require_execution("pipeline", on);
  const StopScope scope(on.stop);
  blocks::JobCall call;
  call.pipeline = pipeline;
  call.settings = settings;
  call.threads = blocks::worker_count_of(on);
  return blocks::begin_job(std::move(call), plan);
}

}  // namespace preamar
