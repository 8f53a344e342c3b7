#include "blocks/job/plan_file.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/url.h"
#include "io/store/store.h"

#include <preamar/version.h>

#include <charconv>

namespace preamar::blocks {
namespace {

using io::Json;
using io::JsonField;

constexpr int format = 4;  // changes with every change of the fields
constexpr int most_plans = 1 << 30;

std::uint64_t hex_in(const JsonField& json) {
  const std::string words = json.word();
  std::uint64_t number = 0;
  const auto [end, code] = std::from_chars(words.data(), words.data() + words.size(), number, 16);
  if (code != std::errc() || end != words.data() + words.size()) json.fail("is not a hexadecimal number");
  return number;
}

// Tasks of a plan that was changed would not fit together.
std::string digest_of(const Json& json) {
  const std::string words = json.dump();
  return hex(digest(std::as_bytes(std::span(words))));
}

Json stage_json(const JobStage& stage) {
  return {{"name", stage.name},
          {"pass", stage.pass},
          {"level", stage.level},
          {"first", stage.first},
          {"tasks", stage.tasks}};
}

std::vector<JobStage> stages_in(const JsonField& json, std::int64_t tasks) {
  std::vector<JobStage> stages;
  std::int64_t next = 0;
  for (const JsonField& stage : json.list()) {
    stages.push_back({stage.at("name").word(), static_cast<int>(stage.at("pass").whole(0, INT32_MAX)),
                      static_cast<int>(stage.at("level").whole(0, INT32_MAX)), stage.at("first").whole(next, next),
                      stage.at("tasks").whole(1, tasks - next)});
    next += stages.back().tasks;
  }
  if (stages.empty() || next != tasks) json.fail("does not have all tasks of the plan");
  return stages;
}

// The first plan of a job is where this one is: what is in the file does not say where it is written or removed.
std::filesystem::path first_of(const std::filesystem::path& file, int number) {
  std::filesystem::path own = is_url(file) ? file : std::filesystem::absolute(file);
  if (number == 0) return own;
  const std::string name = own.string(), ending = text(".", number);
  if (!name.ends_with(ending))
    throw Error(ErrorKind::io, text(file.string(), ": is plan ", number, " of its job and was renamed; its name must ",
                                    "end in '", ending, "'"));
  return name.substr(0, name.size() - ending.size());
}

std::size_t input_count(const JobCall& call) { return call.op ? call.inputs.size() : call.pipeline.inputs.size(); }

bool is_of_job(const std::filesystem::path& file, const std::string& job) try {
  const std::optional<Json> json = io::find_json(file, file.parent_path());
  if (!json) return false;
  const JsonField field(file, *json);
  const bool is_own = !field.find("preamar_plan").is_null() || !field.find("found").is_null();
  return is_own && (job.empty() ? !field.find("job").is_null() : field.at("job").word() == job);
} catch (const Error&) {
  if (is_url(file)) throw;
  return false;
}

}  // namespace

void write_plan(const PlanFile& plan, const std::function<void()>& guard) {
  Json stages = Json::array(), inputs = Json::array();
  for (const JobStage& stage : plan.plan.stages) stages.push_back(stage_json(stage));
  for (const io::InputIdentity& input : plan.inputs)
    inputs.push_back({{"content", hex(input.content)}, {"change", hex(input.change)}});
  Json json = {{"preamar_plan", format},
               {"version", std::string(version())},
               {"job", plan.plan.job},
               {"number", plan.number},
               {"name", plan.plan.name},
               {"call", to_json(plan.call)},
               {"stage_of_pipeline", plan.stage},
               {"identities_of_inputs", inputs},
               {"exchanged", plan.exchanged},
               {"round", plan.round},
               {"block", to_json(plan.plan.block)},
               {"blocks", plan.plan.blocks},
               {"memory", plan.plan.memory},
               {"threads", plan.plan.threads},
               {"tasks", plan.plan.tasks},
               {"stages", stages}};
  json["digest"] = digest_of(json);
  const std::string words = json.dump(1) + "\n";
  io::store_of(plan.plan.file).put(plan.plan.file, std::as_bytes(std::span(words)), guard);
}

PlanFile read_plan_file(const std::filesystem::path& file) {
  const Json json = io::read_json(file, file.parent_path());
  const JsonField field(file, json);
  if (field.find("preamar_plan").is_null())
    throw Error(ErrorKind::io, text(file.string(), ": is not a plan; 'preamar plan' writes one"));
  if (field.at("preamar_plan").whole(0) != format || field.at("version").word() != version())
    throw Error(ErrorKind::io, text(file.string(), ": was written by preamar ", field.at("version").word(),
                                    ", this is ", version(), "; use one version for all tasks of a job"));
  Json content = json;
  content.erase("digest");
  if (field.at("digest").word() != digest_of(content))
    throw Error(ErrorKind::io,
                text(file.string(), ": was changed or damaged; plan the job again with ", setting("resume", "true")));
  PlanFile plan;
  plan.plan.file = file;
  plan.digest = field.at("digest").word();
  plan.plan.job = field.at("job").word();
  plan.plan.name = field.at("name").word();
  plan.run = hex_in(field.at("job"));
  plan.number = static_cast<int>(field.at("number").whole(0, most_plans));
  plan.first = first_of(file, plan.number);
  plan.call = call_from(field.at("call"));
  plan.stage = static_cast<std::size_t>(field.at("stage_of_pipeline").whole(0));
  for (const JsonField& input : field.at("identities_of_inputs").list())
    plan.inputs.push_back({hex_in(input.at("content")), hex_in(input.at("change"))});
  if (plan.inputs.size() < input_count(plan.call)) field.at("identities_of_inputs").fail("is not one per input");
  plan.exchanged = static_cast<int>(field.at("exchanged").whole(-1, INT32_MAX));
  plan.round = static_cast<int>(field.at("round").whole(0, most_plans));
  plan.plan.block = shape_from(field.at("block"));
  plan.plan.blocks = field.at("blocks").whole(1);
  plan.plan.memory = field.at("memory").whole(0);
  plan.plan.threads = static_cast<int>(field.at("threads").whole(1, most_threads));
  plan.plan.tasks = field.at("tasks").whole(1);
  plan.plan.stages = stages_in(field.at("stages"), plan.plan.tasks);
  return plan;
}

const JobStage& stage_of(const JobPlan& plan, std::int64_t number) {
  for (const JobStage& stage : plan.stages)
    if (number >= stage.first && number < stage.first + stage.tasks) return stage;
  throw Error(ErrorKind::call,
              text(plan.file.string(), ": there is no task ", number, "; the plan has tasks 0 to ", plan.tasks - 1));
}

std::filesystem::path end_file(const std::filesystem::path& plan) { return std::filesystem::path(plan) += ".done"; }

std::filesystem::path later_plan(const std::filesystem::path& first, int number) {
  return std::filesystem::path(first) += text(".", number);
}

void remove_of_job(const std::filesystem::path& file, const std::string& job) {
  if (is_of_job(file, job)) io::store_of(file).remove(file);
}

void remove_ends(const std::filesystem::path& first, const std::string& job) {
  remove_of_job(end_file(first), job);
  for (int number = 1;; ++number) {
    const std::filesystem::path plan = later_plan(first, number);
    if (!io::has_object(plan) && !io::has_object(end_file(plan))) return;
    remove_of_job(end_file(plan), job);
    remove_of_job(plan, job);
  }
}

}  // namespace preamar::blocks
