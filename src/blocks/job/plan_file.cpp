#include "blocks/job/plan_file.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "io/store/store.h"

#include <preamar/version.h>

#include <charconv>

namespace preamar::blocks {
namespace {

using io::Json;
using io::JsonField;

constexpr int format = 1;  // changes with every change of the fields

std::string hex(std::uint64_t number) {
  char digits[17] = {};
  std::to_chars(digits, digits + 16, number, 16);
  return std::string(16 - std::string_view(digits).size(), '0') + digits;
}

std::uint64_t hex_in(const JsonField& json) {
  const std::string words = json.word();
  std::uint64_t number = 0;
  const auto [end, code] = std::from_chars(words.data(), words.data() + words.size(), number, 16);
  if (code != std::errc() || end != words.data() + words.size()) json.fail("is no hexadecimal number");
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

}  // namespace

std::string job_name(std::uint64_t run) { return hex(run); }

void write_plan(const PlanFile& plan, const std::function<void()>& guard) {
  Json stages = Json::array(), inputs = Json::array();
  for (const JobStage& stage : plan.plan.stages) stages.push_back(stage_json(stage));
  for (const io::InputIdentity& input : plan.inputs)
    inputs.push_back({{"content", hex(input.content)}, {"change", hex(input.change)}});
  Json json = {{"preamar_plan", format},
               {"version", std::string(version())},
               {"job", plan.plan.job},
               {"number", plan.number},
               {"first_plan", plan.first.string()},
               {"name", plan.plan.name},
               {"call", to_json(plan.call)},
               {"stage_of_pipeline", plan.stage},
               {"state", plan.state.string()},
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
    throw Error(ErrorKind::io, text(file.string(), ": is no plan; 'preamar plan' writes one"));
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
  plan.plan.job = field.at("job").word();
  plan.plan.name = field.at("name").word();
  plan.run = hex_in(field.at("job"));
  plan.number = static_cast<int>(field.at("number").whole(0));
  plan.first = field.at("first_plan").word();
  plan.call = call_from(field.at("call"));
  plan.stage = static_cast<std::size_t>(field.at("stage_of_pipeline").whole(0));
  plan.state = field.at("state").word();
  for (const JsonField& input : field.at("identities_of_inputs").list())
    plan.inputs.push_back({hex_in(input.at("content")), hex_in(input.at("change"))});
  plan.exchanged = static_cast<int>(field.at("exchanged").whole(-1));
  plan.round = static_cast<int>(field.at("round").whole(0));
  plan.plan.block = shape_from(field.at("block"));
  plan.plan.blocks = field.at("blocks").whole(1);
  plan.plan.memory = field.at("memory").whole(0);
  plan.plan.threads = static_cast<int>(field.at("threads").whole(1));
  plan.plan.tasks = field.at("tasks").whole(1);
  for (const JsonField& stage : field.at("stages").list())
    plan.plan.stages.push_back({stage.at("name").word(), static_cast<int>(stage.at("pass").whole(0)),
                                static_cast<int>(stage.at("level").whole(0)), stage.at("first").whole(0),
                                stage.at("tasks").whole(1)});
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

void remove_ends(const std::filesystem::path& first) {
  const io::Store& store = io::store_of(first);
  store.remove(end_file(first));
  for (int number = 1;; ++number) {
    const std::filesystem::path plan = later_plan(first, number);
    if (!io::has_object(plan) && !io::has_object(end_file(plan))) return;
    store.remove(end_file(plan));
    store.remove(plan);
  }
}

}  // namespace preamar::blocks
