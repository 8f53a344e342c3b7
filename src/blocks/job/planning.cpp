// From a call to the plans of its tasks.
#include "blocks/job/task.h"
#include "blocks/other_outputs.h"

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

namespace preamar {
namespace blocks {
namespace {

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
void add_smaller(JobPlan& plan, const Job& job, const OutputFiles& files) {
  std::vector<Shape> levels;
  for (const auto& sink : files.sinks())
    if (levels.empty()) levels = sink->smaller_levels();
  for (std::size_t i = 0; i < levels.size(); ++i)
    add(plan, stage_smaller, 0, static_cast<int>(i) + 1, Tree(levels[i], job.request().plan.block).block_count());
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

PlanFile passes_plan(const PlanFile& before, const Job& job, const OutputFiles& files) {
  PlanFile plan = without_exchange(before);
  add_passes(plan.plan, job);
  add_smaller(plan.plan, job, files);
  add(plan.plan, stage_commit, 0, 0, 1);
  return plan;
}

// An earlier process was stopped while it gave the outputs their names: every one of them is complete.
PlanFile commit_plan(const PlanFile& before) {
  PlanFile plan = without_exchange(before);
  add(plan.plan, stage_commit, 0, 0, 1);
  return plan;
}

PlanFile first_plan(const PlanFile& plan, const Job& job, const OutputFiles& files) {
  const std::vector<int> exchanged = exchanged_steps(job);
  return exchanged.empty() ? passes_plan(plan, job, files)
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

// The records of the run that began an output, wherever they are.
Path record_of(const Job& job, const Path& plan) {
  if (job.layout()) return PipelineFolder::record_in(PipelineFolder::path_for(job.main_output()));
  if (job.request().outputs.empty()) return work_of_plan(plan) / "record";
  WriteOptions unlocked = job.call().settings.write;
  unlocked.lock = false;
  return io::output_at(*file_of(job.request().outputs[0]), unlocked)->record();
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
  for (PipelineInput& input : call.pipeline.inputs) input.file = absolute_name(input.file);
  for (PipelineOutput& output : call.pipeline.outputs) {
    output.file = absolute_name(output.file);
    output.outlines.measurements = absolute_name(output.outlines.measurements);
  }
  Path& measurements = call.settings.write.outlines.measurements;
  measurements = absolute_name(measurements);
  call.settings.memory = memory_of(call.settings);  // a machine that does tasks may have more or less
  const Job draft(call, 0, 0);
  if (call.op) {
    call.settings.block = draft.request().plan.block;
    call.settings.write.chunk = draft.request().settings.write.chunk;
  }
  const std::vector<io::InputIdentity> inputs = draft.identities();
  PlanFile plan;
  plan.first = plan.plan.file = plan_file;
  plan.call = call;
  plan.inputs = inputs;
  const std::string identity = draft.layout() ? draft.layout()->identity(inputs) : draft.identity(inputs);
  const auto found = resume ? find_run(record_of(draft, plan_file), identity) : std::nullopt;
  plan.run = found.value_or(random_run());
  plan.plan.job = job_name(plan.run);
  std::optional<PipelineFolder> folder;
  std::size_t stage = 0;
  if (draft.layout()) {
    folder.emplace(draft.main_output(), identity, call.settings, plan.run,
                   io::JobPart{job_name(plan.run), io::Lease::Part::begin});
    if (!folder->is_resumed()) draft.layout()->require_replaceable();
    for (; folder->is_resumed() && stage + 1 < draft.layout()->stages().list.size() && folder->done(stage); ++stage)
      clear_up(Job(call, plan.run, stage));  // the process that committed it may have been killed on the way
  }
  if (call.op && !found) {
    const std::vector<BlockOutput> outputs(call.outputs.begin(), call.outputs.end());
    const OtherOutputs others(draft.request(), outputs);  // throws if one cannot be written
  }
  plan.stage = stage;
  plan = begin_stage(Job(call, plan.run, stage), plan, true);
  if (folder) folder->keep();
  return plan.plan;
}

}  // namespace

void require_job_call(const JobCall& call) {
  require_outputs(call);
  for (const auto* files : {&call.inputs, &call.outputs})
    for (const Path& each : *files) require_shared(each);
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

PlanFile begin_stage(const Job& job, PlanFile plan, bool is_first) {
  const io::JobPart part = job.part(io::Lease::Part::begin);
  OutputFiles files(job.request(), &part);
  const bool has_files = !files.is_empty();
  std::optional<io::Lease> lease;
  if (!has_files && !job.layout() && job.call().settings.write.lock)
    lease.emplace(lock_of_plan(plan.first), plan.first, part.job, part.part);
  auto work = work_of_job(job, plan.first, WorkFolder::IfMissing::fail);
  const Path record = places_of(job, files, plan.first).record, own = record.parent_path();
  const std::string identity = job.identity(plan.inputs);
  const bool is_found = find_run(record, identity) == job.run();
  std::vector<bool> committed = files.committed(is_found ? job.run() : 0);
  const bool is_committing = std::ranges::find(committed, true) != committed.end();
  // If another output was lost since, the run begins anew, and may replace those that it committed as any other.
  const bool is_resumed = is_found && (!is_committing || files.are_complete(job.run()));
  if (!is_resumed) committed.assign(files.count(), false);
  files.require_replaceable(committed);
  files.open(is_resumed ? OutputTransaction::Leftovers::keep : OutputTransaction::Leftovers::remove);
  if (!is_resumed) {
    if (!has_files) io::store_of(own).remove_below(own);
    work.reset();
    work = work_of_job(job, plan.first, WorkFolder::IfMissing::make);
    begin_run(record, identity, job.run(), has_files ? files.first().write_guard() : std::function<void()>());
  }
  const bool is_complete = is_resumed && is_committing;
  if (!is_complete) files.open_sinks(committed);
  plan.plan.name = job.program().name;
  plan.plan.block = job.request().plan.block;
  plan.plan.blocks = job.request().plan.blocks;
  plan.plan.memory = job.request().plan.peak_memory;
  plan.plan.threads = job.request().load.threads;
  plan = is_complete ? commit_plan(plan) : first_plan(plan, job, files);
  if (is_first)
    remove_ends(plan.first);
  else
    rename(plan);
  write_plan(plan);
  files.keep();
  if (lease) lease->keep();
  return plan;
}

PlanFile plan_after_exchange(const Job& job, PlanFile plan) {
  const std::vector<int> exchanged = exchanged_steps(job);
  const auto next = std::ranges::upper_bound(exchanged, plan.exchanged);
  rename(plan);
  if (next != exchanged.end()) return exchange_plan(plan, *next, 0, job.tree().block_count());
  const io::JobPart part = job.part(io::Lease::Part::task);
  OutputFiles files(job.request(), &part);
  files.open(OutputTransaction::Leftovers::keep);
  files.open_sinks(std::vector<bool>(files.count(), false));
  return passes_plan(plan, job, files);
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
