// The last task of a plan: it commits the outputs, and writes the plan of the next stage of a pipeline. A file next to
// the plan says that it is done: it is written before the locks are freed.
#include "blocks/job/task.h"
#include "blocks/other_outputs.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/url.h"
#include "io/store/store.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace preamar::blocks {
namespace {

using io::Json;
using io::JsonField;

Json results_json(const std::vector<StepResults>& found) {
  Json steps = Json::array();
  for (const StepResults& step : found) {
    Json numbers = Json::object();
    for (const Number& number : step.found.numbers) numbers[std::string(number.name)] = to_json(number.value);
    steps.push_back({{"step", step.step}, {"numbers", numbers}});
  }
  return steps;
}

// The names of numbers are those of the operator's table, which outlives reports.
std::string_view number_name(std::string_view name) {
  for (const Operator* op : operators())
    for (const Output& output : op->outputs)
      if (output.name == name) return output.name;
  throw Error(ErrorKind::io, text("no operator finds a number '", name, "'"));
}

std::vector<StepResults> found_in(const JsonField& json) {
  std::vector<StepResults> found;
  for (const JsonField& step : json.list()) {
    found.push_back({step.at("step").word(), {}});
    const JsonField numbers = step.at("numbers");
    for (const std::string& name : numbers.names())
      found.back().found.numbers.push_back({number_name(name), value_from(numbers.at(name))});
  }
  return found;
}

// The numbers of a stage of a pipeline are named STEP.NUMBER.
void add_numbers(const StageRecord& record, std::vector<StepResults>& all) {
  for (const auto& [name, value] : record.numbers) {
    const std::size_t dot = name.rfind('.');
    const std::string step = name.substr(0, dot);
    if (all.empty() || all.back().step != step) all.push_back({step, {}});
    all.back().found.numbers.push_back({number_name(std::string_view(name).substr(dot + 1)), value});
  }
}

}  // namespace

// The end of the job is noted next to its first plan: it is also the end of the plan that was the last.
std::optional<TaskReport> ended_plan(const PlanFile& plan) {
  for (const Path& of : {plan.plan.file, plan.first}) {
    const Path file = end_file(of);
    std::optional<Json> json;
    try {
      json = io::find_json(file, file.parent_path());
    } catch (const Error&) {
      if (is_url(file)) throw;
      continue;  // the process was killed while it wrote it, so the locks are there
    }
    if (!json) continue;
    const JsonField field(file, *json);
    const Path next = field.at("next").word();
    if (field.at("job").word() != plan.plan.job || (of != plan.plan.file && !next.empty())) continue;
    TaskReport report;
    report.was_done = report.is_last = true;
    report.stage = plan.plan.stages.back();
    report.next = next;
    report.found = found_in(field.at("found"));
    return report;
  }
  return std::nullopt;
}

void JobTask::end_plan(const Path& next) {
  report_.next = next;
  const Path file = end_file(next.empty() ? plan_.first : plan_.plan.file);
  const Json json = {{"job", plan_.plan.job}, {"next", next.string()}, {"found", results_json(report_.found)}};
  const std::string words = json.dump(1) + "\n";
  io::store_of(file).put(file, std::as_bytes(std::span(words)), [this] { require_lock(); });
}

void JobTask::require_same_inputs() const {
  const std::vector<io::InputIdentity> now = job_.identities();
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i] != plan_.inputs[i])
      throw Error(ErrorKind::io,
                  text((job_.call().op ? job_.call().inputs[i] : job_.call().pipeline.inputs[i].file).string(),
                       ": changed while it was read; plan the job again"));
}

std::unique_ptr<FileLock> commit_lock(const PlanFile& plan, const Execution& on) {
  const Path output = main_output_of(plan.call);
  Path lock = output.empty() ? plan.first : output;
  if (is_url(lock)) return nullptr;
  lock += ".commit";
  const auto until = std::chrono::steady_clock::now() + io::Lease::lifetime();
  for (;;) {
    try {
      return std::make_unique<FileLock>(lock, lock, FileLock::IfTaken::refuse);
    } catch (const Error&) {
      if (std::chrono::steady_clock::now() > until || on.stop.stop_requested()) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

void remove_work_of_plan(const Path& plan) {
  const Path work = work_of_plan(plan);
  forget_run(work / "record");
  io::store_of(work).remove_below(work);
}

void JobTask::run_commit() {
  commit_lock_ = commit_lock(plan_, on_);
  if (auto ended = ended_plan(plan_)) {  // meanwhile
    report_ = std::move(*ended);
    return;
  }
  require_same_inputs();
  std::vector<StepOutcome> outcomes;
  for (std::size_t i = 0; i < program().steps.size(); ++i) {
    const int pass = job_.root_pass(i, job_.schedule().passes());
    const bool is_found = pass >= 0 && findings_of(task(i)) != nullptr;
    outcomes.push_back(is_found ? concluded(task(i), records_.require_steps(root_name(pass))[i]) : StepOutcome());
  }
  if (job_.layout())
    commit_stage(outcomes);
  else
    commit_operator(outcomes);
}

void JobTask::commit_files() {
  const std::vector<bool> committed = files_.committed(job_.run());
  files_.open_sinks(committed);
  for (const auto& sink : files_.sinks())
    if (sink) sink->find_written();
  try {
    files_.commit(job_.run(), on_);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::call) throw;
    throw Error(ErrorKind::io, text(error.what(), ": its task is not done, or its result was lost; plan the job again ",
                                    "with ", setting("resume", "true"), " and do its tasks in order"));
  }
}

void JobTask::commit_operator(std::span<StepOutcome> outcomes) {
  Request request = job_.request();
  // An earlier process of this task may have written a part of them.
  request.settings.write.overwrite |= records_.get(committing_name).has_value();
  const std::vector<BlockOutput> outputs(job_.call().outputs.begin(), job_.call().outputs.end());
  OtherOutputs others(request, outputs);
  records_.put(committing_name, Bytes(1));
  commit_files();
  (void)others.write(request.task, outcomes[0], on_);
  if (!outcomes[0].found.numbers.empty())
    report_.found.push_back({std::string(request.task.op->name), {outcomes[0].found.numbers, {}}});
  end_plan({});
  files_.hold(false);
  if (files_.is_empty()) remove_work_of_plan(plan_.first);
  if (lease_) lease_->release();
}

void JobTask::commit_stage(std::span<StepOutcome> outcomes) {
  const Graph& graph = job_.layout()->graph();
  const Stage& stage = job_.layout()->stages().list[job_.stage()];
  commit_files();
  FoundNumbers numbers;
  for (std::size_t i = 0; i < stage.steps.size(); ++i) {
    const std::string& name = graph.steps[stage.steps[i]].name;
    for (const Number& number : outcomes[i].found.numbers) numbers[text(name, ".", number.name)] = number.value;
  }
  for (const auto& [i, output] : job_.layout()->tables_of(stage)) {
    WriteOptions write = job_.call().settings.write;
    write.overwrite = true;  // it was checked when the job was planned
    (void)job_.layout()->table_output(*output, write).write(task(i), outcomes[i].found, on_);
  }
  const StageRecord record = folder_->set_done(job_.stage(), numbers, {});
  if (!job_.is_last_stage()) {
    PlanFile plan = plan_;
    plan.stage = job_.stage() + 1;
    end_plan(begin_stage(Job(job_.call(), job_.run(), plan.stage), plan, false).plan.file);
    return files_.hold(false);
  }
  for (const StageRecord& before : job_.layout()->done()) add_numbers(before, report_.found);
  add_numbers(record, report_.found);
  end_plan({});
  files_.hold(false);
  folder_->end();
}

}  // namespace preamar::blocks
