// The commands of the tool itself.
#include "common_options.h"
#include "completion.h"
#include "core/error_text.h"
#include "help.h"
#include "words.h"

#include <preamar/generate.h>

#include <algorithm>

namespace preamar::cli {
namespace {

constexpr const char* other_commands = "Other commands";

// The options of its own, then those that it shares.
std::vector<OptionSpec> with_help(std::vector<OptionSpec> options) {
  add(options, help_options());
  return options;
}

OptionSpec own_value(const std::string& name, const std::string& placeholder, const std::string& help) {
  return {.name = name, .placeholder = placeholder, .help = help};
}

std::vector<std::string> operator_names() {
  std::vector<std::string> names;
  for (const Operator* op : operators()) names.emplace_back(op->name);
  return names;
}

std::vector<std::string> instance_names() {
  std::vector<std::string> names;
  for (const Instance& instance : instances()) names.emplace_back(instance.name);
  return names;
}

Request bench_request(const Words& words) {
  BenchRequest request;
  request.operators.assign(operators().begin(), operators().end());
  if (!words.arguments.empty()) {
    request.operators = {&operator_named(words.arguments[0])};
    request.options = values_from(words, *request.operators[0]);
  }
  request.instances = words.list("instance");
  request.size = parse_number("--side", words.value("side", "1024"), 8);
  request.repeat = static_cast<int>(parse_number("--repeat", words.value("repeat", "5"), 1, 1000));
  request.settings = settings_from(words);
  return request;
}

Command completion_command() {
  return {.name = "completion",
          .summary = "Print a script that completes commands and options in a shell",
          .heading = other_commands,
          .arguments =
              {{.name = "SHELL", .help = "bash, zsh or fish", .completion = Completion::choice, .choices = shells()}},
          .options = with_help({}),
          .example = "preamar completion bash",
          .request = [](const Words& words) { return TextRequest{completion_text(words.arguments[0])}; }};
}

Command manual_command() {
  return {.name = "manual",
          .summary = "Write the manual pages into a folder",
          .heading = other_commands,
          .arguments = {{.name = "FOLDER", .help = "where the pages are written"}},
          .options = with_help({}),
          .example = "preamar manual man1",
          .hidden = true,
          .request = [](const Words& words) { return ManualRequest{words.arguments[0]}; }};
}

Command devices_command() {
  return {.name = "devices",
          .summary = "List the devices of this machine and the pixel types that they support",
          .heading = other_commands,
          .options = with_help(json_options()),
          .example = "preamar devices",
          .request = [](const Words& words) { return DevicesRequest{settings_from(words)}; }};
}

std::vector<std::string> generated_names(const Words& words) {
  if (words.flag("list")) return {};
  for (const Instance& instance : instances())
    if (instance.images == 2 && std::ranges::find(words.arguments, instance.name) != words.arguments.end())
      return {"marker", "mask"};
  return {"image"};
}

Request generate_request(const Words& words) {
  if (words.flag("list")) return InstancesRequest{settings_from(words)};
  if (words.arguments.size() < 2) throw Error(ErrorKind::call, "generate: INSTANCE and SIZE are required, or --list");
  return GenerateRequest{.instance = words.arguments[0],
                         .size = parse_number("SIZE", words.arguments[1], 8),
                         .outputs = {words.outputs.begin(), words.outputs.end()},
                         .settings = settings_from(words)};
}

Command generate_command() {
  Command command{.name = "generate",
                  .summary = "Write a generated test image, or a marker and a mask",
                  .heading = other_commands,
                  .example = "preamar generate tissue-100-h 1024 -o marker.tif mask.tif",
                  .outputs = generated_names,
                  .request = generate_request};
  command.arguments = {
      {.name = "INSTANCE",
       .help = "name of the image; --list shows all",
       .required = false,
       .completion = Completion::choice,
       .choices = instance_names()},
      {.name = "SIZE", .help = "pixels per side, 8 or more", .required = false, .completion = Completion::nothing}};
  command.options = {{.name = "list", .placeholder = "", .help = "list the instances"}};
  add(command.options, output_options("output files: one per image, the marker first; the suffix sets the format"));
  add(command.options, layout_options());
  add(command.options, thread_options());
  add(command.options, verbosity_options());
  add(command.options, json_options());
  add(command.options, help_options());
  return command;
}

Command help_command() {
  return {.name = "help",
          .summary = "Show the help of a command",
          .heading = other_commands,
          .arguments = {{.name = "COMMAND",
                         .help = "the command (default: list all commands)",
                         .required = false,
                         .completion = Completion::choice}},
          .options = with_help({}),
          .example = "preamar help reconstruct",
          .request = [](const Words& words) -> Request {
            if (words.arguments.empty()) return TextRequest{overview_text()};
            return TextRequest{help_text(command_named(words.arguments[0]), HelpExtent::short_form)};
          }};
}

Command info_command() {
  Command command{.name = "info",
                  .summary = "Describe image files without reading their pixels",
                  .heading = other_commands,
                  .arguments = {{.name = "FILE", .help = "an image file", .repeats = true}},
                  .example = "preamar info mask.tif",
                  .request = [](const Words& words) {
                    return InfoRequest{{words.arguments.begin(), words.arguments.end()}, settings_from(words)};
                  }};
  add(command.options, selection_options());
  add(command.options, json_options());
  add(command.options, help_options());
  for (OptionSpec& option : command.options)
    if (option.section == Section::common && option.name != "help-all") option.section = Section::own;
  return command;
}

Command run_command() {
  Command command{.name = "run",
                  .summary = "Run a pipeline of operators in blocks, without files between them",
                  .heading = other_commands,
                  .arguments = {{.name = "FILE", .help = "the pipeline, in TOML; see docs/pipelines.md"}},
                  .example = "preamar run pipeline.toml --memory 4G",
                  .request = [](const Words& words) {
                    return PipelineRequest{words.arguments[0], settings_from(words)};
                  }};
  add(command.options, overwrite_options());
  add(command.options, execution_options());
  add(command.options, layout_options());
  add(command.options, block_options());
  add(command.options, dry_run_options());
  add(command.options, verbosity_options());
  add(command.options, json_options());
  add(command.options, help_options());
  for (OptionSpec& option : command.options)
    if (option.name == "dry-run" || option.name == "resume") option.section = Section::frequent;
  return command;
}

Command task_command() {
  Command command{.name = "task",
                  .summary = "Do one task of a plan",
                  .heading = other_commands,
                  .arguments = {{.name = "PLAN", .help = "the plan, from 'preamar plan'"},
                                {.name = "N",
                                 .help = "number of the task; or 'cancel', to give up the job and remove its state",
                                 .completion = Completion::nothing}},
                  .note =
                      "Tasks of one stage may run at the same time, on any machines. The last task of a plan prints "
                      "'done', or 'next' and the plan to continue with.",
                  .example = "preamar task plan.json 0",
                  .request = [](const Words& words) {
                    const bool cancels = words.arguments[1] == "cancel";
                    return TaskRequest{words.arguments[0], cancels ? 0 : parse_number("N", words.arguments[1], 0),
                                       cancels, settings_from(words)};
                  }};
  add(command.options, execution_options());
  std::erase_if(command.options, [](const OptionSpec& option) { return option.name == "memory"; });  // the plan has it
  add(command.options, {trust_option()});
  add(command.options, verbosity_options());
  add(command.options, json_options());
  add(command.options, help_options());
  return command;
}

Command selftest_command() {
  Command command{.name = "selftest",
                  .summary = "Compare the results of a device with serial reference loops on this machine",
                  .heading = other_commands,
                  .example = "preamar selftest --device cpu",
                  .request = [](const Words& words) { return SelftestRequest{settings_from(words)}; }};
  add(command.options, execution_options());
  add(command.options, verbosity_options());
  add(command.options, json_options());
  add(command.options, help_options());
  return command;
}

}  // namespace

Command bench_command(const Operator* op) {
  Command command{.name = "bench",
                  .summary = "Measure the run time of operators on generated images",
                  .heading = other_commands,
                  .note = "An option of the operator may be given too. Without an operator, all are measured.",
                  .example = "preamar bench --side 256 --repeat 3",
                  .request = bench_request};
  command.arguments = {{.name = "OPERATOR",
                        .help = "the operator (default: all)",
                        .required = false,
                        .completion = Completion::choice,
                        .choices = operator_names()}};
  OptionSpec instance =
      own_value("instance", "NAME,...", "images to use; 'preamar generate --list' shows all (default: those that fit)");
  instance.completion = Completion::choice;
  instance.choices = instance_names();
  command.options = {instance, own_value("side", "N", "pixels per side (default: 1024)"),
                     own_value("repeat", "N", "number of calls; the median is reported (default: 5)")};
  if (op) add(command.options, options_of(*op));
  add(command.options, execution_options());
  add(command.options, verbosity_options());
  add(command.options, json_options());
  add(command.options, help_options());
  return command;
}

Command plan_command(const Command* planned) {
  Command command{.name = "plan",
                  .summary = "Plan a run as tasks that other processes or machines do: see 'preamar task'",
                  .heading = other_commands,
                  .note =
                      "All arguments and options of the operator may be given; the plan is the last -o. "
                      "'preamar plan run FILE -o PLAN' plans a pipeline.",
                  .example = "preamar plan label cells.ome.zarr -o labels.ome.zarr -o plan.json"};
  if (!planned) {
    command.arguments = {{.name = "OPERATOR",
                          .help = "the operator, or run",
                          .completion = Completion::choice,
                          .choices = operator_names()},
                         {.name = "INPUT", .help = "the inputs of the operator", .repeats = true}};
    add(command.options, output_options("the outputs of the operator, then the plan: a .json file"));
    command.outputs = [](const Words&) { return std::vector<std::string>{"output", "plan"}; };
    add(command.options, execution_options());
    add(command.options, block_options());
    add(command.options, json_options());
    add(command.options, help_options());
    command.request = [](const Words&) -> Request { throw Error(ErrorKind::call, "plan: OPERATOR comes first"); };
    return command;
  }
  command.name += " " + planned->name;
  command.arguments = planned->arguments;
  command.options = planned->options;
  const bool has_outputs = planned->outputs != nullptr;
  if (!has_outputs)
    add(command.options, {{.name = "output",
                           .placeholder = "PLAN",
                           .help = "the plan: a .json file",
                           .completion = Completion::file,
                           .letter = 'o'}});
  command.outputs = [of = planned->outputs](const Words& words) {
    std::vector<std::string> names = of ? of(words) : std::vector<std::string>();
    names.emplace_back("plan");
    return names;
  };
  command.request = [of = planned->request](const Words& given) -> Request {
    Words words = given;
    PlanRequest request{.call = {}, .pipeline = {}, .plan = words.outputs.back()};
    words.outputs.pop_back();
    Request made = of(words);
    if (auto* call = std::get_if<OperatorRequest>(&made)) request.call = std::move(*call);
    if (auto* pipeline = std::get_if<PipelineRequest>(&made)) request.pipeline = std::move(*pipeline);
    return request;
  };
  return command;
}

std::vector<Command> own_commands() {
  return {bench_command(nullptr), completion_command(), devices_command(), generate_command(),
          help_command(),         info_command(),       manual_command(),  plan_command(nullptr),
          run_command(),          selftest_command(),   task_command()};
}

}  // namespace preamar::cli
