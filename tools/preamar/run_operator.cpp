#include "commands.h"
#include "core/error_text.h"
#include "core/os_process.h"
#include "files.h"

#include <preamar/version.h>

#include <chrono>
#include <iostream>

namespace preamar::cli {
namespace {

using Types = std::vector<ImageType>;

struct Plan {
  Types inputs, outputs;
};

// Reads headers only. Whatever can be refused without the pixels is refused here.
Plan plan_for(const OperatorRequest& request) {
  Plan plan;
  for (const Path& file : request.inputs) plan.inputs.push_back(describe(file).type);
  plan.outputs = request.op->results(plan.inputs, request.options);
  require_outputs(request.op->name, request.outputs, plan.outputs, request.settings);
  require_device(request.settings);
  return plan;
}

std::int64_t total_bytes(const Types& types) {
  std::int64_t sum = 0;
  for (const ImageType& type : types) sum += bytes_of(type);
  return sum;
}

std::vector<Record> records(const std::vector<Path>& files, const Types& types) {
  std::vector<Record> list;
  for (std::size_t i = 0; i < files.size(); ++i) list.push_back(file_record(files[i], types[i]));
  return list;
}

// The keys up to `seconds` are the stable ones of docs/command-line.md.
void print_report(const OperatorRequest& request, const Plan& plan, const Found& found, double seconds) {
  const Settings& settings = request.settings;
  const ImageType& type = plan.outputs.empty() ? plan.inputs.at(0) : plan.outputs[0];
  Record record{{{"operator", std::string(request.op->name)},
                 {"version", std::string(version())},
                 {"backend", backend_of(settings)},
                 {"device", settings.device},
                 {"threads", std::int64_t{thread_count(settings)}},
                 {"shape", extents(type.shape)},
                 {"dtype", std::string(name_of(type.dtype))},
                 {"blocks", std::int64_t{1}},
                 {"reads_per_block", std::int64_t{1}},
                 {"writes_per_block", std::int64_t{1}},
                 {"bytes_read", total_bytes(plan.inputs)},
                 {"bytes_written", total_bytes(plan.outputs)},
                 {"peak_memory", os_peak_memory()},
                 {"seconds", seconds},
                 {"dry_run", settings.dry_run},
                 {"inputs", records(request.inputs, plan.inputs)},
                 {"outputs", records(request.outputs, plan.outputs)}}};
  for (const auto& [name, value] : found.numbers)
    record.fields.emplace_back(std::string(name), std::visit([](const auto& v) { return Field(v); }, value));
  print_json(record);
}

void print_plan(const OperatorRequest& request, const Plan& plan) {
  const auto print = [](std::string_view what, const Path& file, const ImageType& type) {
    std::cout << text(what, " ", file.string(), ": ", type_text(type), ", ", bytes_text(bytes_of(type)), "\n");
  };
  for (std::size_t i = 0; i < plan.inputs.size(); ++i)
    print(request.op->inputs[i].name, request.inputs[i], plan.inputs[i]);
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) print("output", request.outputs[i], plan.outputs[i]);
  std::cout << text("device ", request.settings.device, ", threads ", thread_count(request.settings), "\n");
}

void print_summary(const OperatorRequest& request, const Plan& plan, const Found& found, double seconds) {
  for (const auto& [name, value] : found.numbers) std::cout << text(name, " ", value_text(value), "\n");
  for (std::size_t i = 0; i < plan.outputs.size(); ++i)
    std::cout << text(request.outputs[i].string(), ": ", type_text(plan.outputs[i]), ", ", seconds_text(seconds), "\n");
}

// Returns what the operator found beside its images.
Found work(const OperatorRequest& request, const Plan& plan) {
  const Operator& op = *request.op;
  Session session(op.name, request.settings);
  std::vector<OwnedImage> inputs, outputs;
  for (const Path& file : request.inputs) inputs.push_back(read_file(session, file));
  for (const ImageType& type : plan.outputs) outputs.emplace_back(type);

  const std::vector<ConstImage> images(inputs.begin(), inputs.end());
  const std::vector<Image> outs(outputs.begin(), outputs.end());
  session.stage("work");
  Found found = op.run(images, outs, request.options, session.execution());

  for (std::size_t i = 0; i < outs.size(); ++i) write_file(session, request.outputs[i], outs[i], request.settings);
  return found;
}

}  // namespace

void run(const OperatorRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  const Plan plan = plan_for(request);
  const Found found = request.settings.dry_run ? Found{} : work(request, plan);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (request.settings.report == Report::json) return print_report(request, plan, found, seconds);
  if (request.settings.dry_run) return print_plan(request, plan);
  if (request.settings.telling != Telling::quiet) print_summary(request, plan, found, seconds);
}

}  // namespace preamar::cli
