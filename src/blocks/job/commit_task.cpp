// The last task of a plan: it commits the outputs, and writes the plan of the next stage of a pipeline. A file next to
// the plan says that it is done: it is written before the locks are freed.
#include "blocks/job/task.h"
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

void add_numbers(const Plan& plan, std::size_t stage, const StageRecord& record, std::vector<StepResults>& all) {
  for (const std::size_t i : plan.stages().list[stage].steps) {
    const GraphStep& step = plan.graph().steps[i];
    if (std::vector<Number> numbers = numbers_of(step, record); !numbers.empty())
      all.push_back({step.name, {std::move(numbers), {}}});
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
  const std::vector<io::InputIdentity> now = job_.plan().identities();
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i] != plan_.inputs[i])
      throw Error(ErrorKind::io, text(shown_name(job_.plan().call().inputs[i].image),
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

void JobTask::run_commit() {
  commit_lock_ = commit_lock(plan_, on_);
  if (auto ended = ended_plan(plan_)) {  // meanwhile
    report_ = std::move(*ended);
    return;
  }
  require_same_inputs();
  std::vector<StepOutcome> outcomes;
  for (std::size_t i = 0; i < program().steps.size(); ++i) {
    const int round = job_.root_round(i, job_.schedule().passes());
    const bool is_found = round >= 0 && findings_of(operation(i)) != nullptr;
    outcomes.push_back(is_found ? concluded(operation(i), state().require({StateKind::root, i, round}))
                                : StepOutcome());
  }
  commit_outputs(outcomes);
  FoundNumbers numbers;
  const std::vector<std::size_t>& steps = job_.plan().stages().list[job_.stage()].steps;
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (const Number& number : outcomes[i].found.numbers)
      numbers[text(job_.plan().graph().steps[steps[i]].name, ".", number.name)] = number.value;
  const StageRecord record = put_stage(run_outputs_.records(), job_.stage(), numbers, {});
  if (!job_.is_last_stage()) {
    PlanFile plan = plan_;
    plan.stage = job_.stage() + 1;
    const Job next(job_.call(), plan_.first, job_.run(), plan.stage);
    RunOutputs outputs(next.plan(), next.identity(plan.inputs), next.seat(io::Lease::Part::begin, next.stage()));
    outputs.keep();
    plan = begin_stage(next, outputs, plan, false);
    return end_plan(plan.plan.file);
  }
  for (std::size_t i = 0; i < job_.stage(); ++i) add_numbers(job_.plan(), i, job_.plan().done()[i], report_.found);
  add_numbers(job_.plan(), job_.stage(), record, report_.found);
  end_plan({});
  RunOutputs(job_.plan(), job_.identity(plan_.inputs), job_.seat(io::Lease::Part::task, std::nullopt)).end();
}

void JobTask::commit_outputs(std::vector<StepOutcome>& outcomes) {
  outputs_.open_uncommitted();
  for (io::Sink* const sink : outputs_.sinks())
    if (sink) sink->find_written();
  try {
    outputs_.commit(outcomes, on_, {});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::call) throw;
    throw Error(ErrorKind::io, text(error.what(), ": its task is not done, or its result was lost; plan the job again ",
                                    "with ", setting("resume", "true"), " and do its tasks in order"));
  }
}

}  // namespace preamar::blocks
