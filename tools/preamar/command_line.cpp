// The only unit that includes CLI11, which is slow to compile.
#include "command_line.h"

#include "core/error_text.h"
#include "core/nearest.h"
#include "files.h"
#include "words.h"

#include <preamar/version.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace preamar::cli {
namespace {

// One command of the tool itself: how its options are declared, and what the words given mean.
struct Command {
  const char* name;
  const char* summary;
  void (*declare)(CLI::App& app);
  Request (*meaning)(const CLI::App& app);
};

void require_command(std::string_view name);

std::string given_or(const CLI::App& app, const std::string& name, const std::string& fallback) {
  const CLI::Option* option = app.get_option_no_throw(name);
  return option && option->count() ? option->results().back() : fallback;
}

bool is_given(const CLI::App& app, const std::string& name) { return given_or(app, name, "false") != "false"; }

template <class T>
std::vector<T> all_given(const CLI::App& app, const std::string& name) {
  const CLI::Option* option = app.get_option_no_throw(name);
  if (!option) return {};
  const std::vector<std::string> words = option->results();
  return {words.begin(), words.end()};
}

constexpr const char* common = "Common options";

Settings settings_from(const CLI::App& app) {
  Settings settings;
  settings.device = given_or(app, "--device", settings.device);
  settings.threads = static_cast<int>(parse_number("--threads", given_or(app, "--threads", "0"), 0, 4096));
  settings.memory = parse_bytes("--memory", given_or(app, "--memory", "0"));
  if (is_given(app, "--progress")) settings.telling = Telling::progress;
  if (is_given(app, "--quiet")) settings.telling = Telling::quiet;
  if (is_given(app, "--json")) settings.report = Report::json;
  settings.overwrite = is_given(app, "--overwrite");
  if (const CLI::Option* level = app.get_option_no_throw("--level"); level && level->get_group() == common)
    settings.read.level = static_cast<int>(parse_number("--level", given_or(app, "--level", "0"), 0, 63));
  settings.read.select = given_or(app, "--select", "");
  settings.write.overwrite = settings.overwrite;
  settings.write.lock = !is_given(app, "--no-lock");
  settings.write.compression = given_or(app, "--compression", "");
  settings.write.pyramid = given_or(app, "--pyramid", "");
  if (const std::string chunk = given_or(app, "--chunk", ""); !chunk.empty())
    settings.write.chunk = parse_shape("--chunk", chunk);
  if (const std::string shard = given_or(app, "--shard", ""); !shard.empty())
    settings.write.shard = parse_shape("--shard", shard);
  settings.explain = is_given(app, "--explain");
  settings.dry_run = is_given(app, "--dry-run");
  if (const std::string block = given_or(app, "--block", ""); !block.empty())
    settings.block = parse_shape("--block", block);
  settings.resume = is_given(app, "--resume");
  return settings;
}

Values values_from(const CLI::App& app, const Operator& op) {
  Values values;
  for (const Option& option : op.options) {
    const CLI::Option* given = app.get_option(text("--", option.name));
    if (given->count()) values.emplace(option.name, parse_value(op, option, given->results().back()));
  }
  return values;
}

constexpr const char* help_of_help = "show this help";
constexpr const char* unnamed = " ";  // stands for the value of an argument whose name says it all

// Options that are declared here keep their words; the last one given counts.
CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& placeholder,
                       const std::string& help) {
  return app.add_option(name, help)->type_name("value")->option_text(placeholder)->take_last();
}

CLI::Option* add_list(CLI::App& app, const std::string& name, const std::string& placeholder, const std::string& help) {
  return app.add_option(name, help)->type_name("value")->option_text(placeholder)->expected(1, -1)->allow_extra_args();
}

CLI::Option* add_flag(CLI::App& app, const std::string& name, const std::string& help) {
  return app.add_flag(name, help)->take_last()->option_text(unnamed);
}

void declare_json(CLI::App& app) {
  add_flag(app, "--json", "print what was found as JSON, on standard output")->group(common);
}

void declare_execution(CLI::App& app) {
  add_value(app, "--device", "NAME", "where to work, as 'preamar devices' lists (default: cpu)")->group(common);
  add_value(app, "--threads", "N", "threads to work with (default: 0, as many as the machine has)")->group(common);
  add_value(app, "--memory", "SIZE",
            "memory to use, as 4G or 512M; larger images are worked in blocks (default: 3/4 of all)")
      ->group(common);
  add_flag(app, "--explain", "tell on standard error what is decided, a line each")->group(common);
}

void declare_blocks(CLI::App& app) {
  add_value(app, "--block", "N,N", "work in blocks of this shape (default: whole, or as memory allows)")->group(common);
  add_flag(app, "--resume", "go on with what a stopped run in blocks left")->group(common);
}

void declare_telling(CLI::App& app) {
  add_flag(app, "--progress", "tell the progress in lines where standard error is no terminal")->group(common);
  add_flag(app, "--quiet", "tell nothing but errors")->group(common);
  app.get_option("--quiet")->excludes("--progress");
}

void declare_outputs(CLI::App& app, const std::string& help) {
  add_list(app, "-o,--output", "FILE...", help)->group(common);
  add_flag(app, "--overwrite", "replace outputs that exist")->group(common);
  add_flag(app, "--no-lock", "write outputs without a lock, for file systems that have none")->group(common);
}

// An operator's own --level goes before that of pyramids, whose levels can be named as folders too.
void declare_parts(CLI::App& app) {
  if (!app.get_option_no_throw("--level"))
    add_value(app, "--level", "N", "which level of a pyramid to read (default: 0, the full image)")->group(common);
  add_value(app, "--select", "A=N,...", "where to cut further axes of the images, as c=0,t=3")->group(common);
}

void declare_layout(CLI::App& app) {
  add_value(app, "--compression", "NAME", "how images are compressed: zstd, none, and more by format")->group(common);
  add_value(app, "--chunk", "N,N", "Zarr: the shape of a chunk (default: 512,512 or 64,128,128)")->group(common);
  add_value(app, "--shard", "N,N", "Zarr: whole chunks that make one file (default: each is one)")->group(common);
  add_value(app, "--pyramid", "KIND", "OME-Zarr: write smaller copies too: mean or nearest")->group(common);
}

void declare_options(CLI::App& app, const Operator& op) {
  for (const Option& option : op.options) {
    const std::string name = text("--", option.name), help = description(option);
    // CLI11 takes --h and -h for the same option from version 2.4 on.
    if (option.name == "h") app.set_help_flag("--help", help_of_help);
    if (option.kind == OptionKind::flag)
      add_flag(app, name, help);
    else
      add_value(app, name, placeholder(option), help);
  }
}

void declare_inputs(CLI::App& app, const Operator& op) {
  for (const Input& input : op.inputs)
    if (input.presence == Presence::mandatory)
      add_value(app, std::string(input.name), unnamed, std::string(input.help))->required();
    else
      add_value(app, text("--", input.name), "FILE", text(input.help, " (optional)"));
}

// To a file; numbers are told.
bool is_written(const Output& output) { return output.kind == OutputKind::image || output.kind == OutputKind::table; }

std::string outputs_help(const Operator& op) {
  std::string names;
  for (const Output& output : op.outputs) {
    if (!is_written(output)) continue;
    names += text(names.empty() ? "" : ", ", output.name);
    if (!output.with.empty()) names += text(" (with --", output.with, ")");
    if (output.kind == OutputKind::table) names += text(" (.csv, or ", standard_output, " for standard output)");
  }
  return text("where the result goes: ", names, "; the suffix tells the format");
}

void declare_operator(CLI::App& app, const Operator& op) {
  declare_inputs(app, op);
  declare_options(app, op);
  if (std::ranges::any_of(op.outputs, is_written)) declare_outputs(app, outputs_help(op));
  declare_parts(app);
  const auto is_image = [](const Output& output) { return output.kind == OutputKind::image; };
  if (std::ranges::any_of(op.outputs, is_image)) declare_layout(app);
  if (op.blocks) declare_blocks(app);
  declare_execution(app);
  add_flag(app, "--dry-run", "print what would be read and written, and do nothing")->group(common);
  declare_telling(app);
  declare_json(app);
  app.footer(text("Example:\n  ", op.example));
}

Request operator_meaning(const CLI::App& app, const Operator& op) {
  std::vector<Path> inputs;
  for (const Input& input : op.inputs) {
    inputs.emplace_back(given_or(app, text(input.presence == Presence::mandatory ? "" : "--", input.name), ""));
    if (inputs.back().empty()) inputs.pop_back();  // the table then says which is missing
  }
  return OperatorRequest{.op = &op,
                         .inputs = inputs,
                         .outputs = all_given<Path>(app, "--output"),
                         .options = values_from(app, op),
                         .settings = settings_from(app)};
}

void declare_bench_options(CLI::App& app) {
  add_list(app, "--instance", "NAME...", "what to work on, of 'preamar generate --list' (default: all that fit)");
  add_value(app, "--side", "N", "pixels a side (default: 1024)");
  add_value(app, "--repeat", "N", "calls, of which the median is told (default: 5)");
  declare_execution(app);
  declare_telling(app);
  declare_json(app);
}

void declare_bench(CLI::App& app) {
  for (const Operator* op : operators()) {
    CLI::App& nested = *app.add_subcommand(std::string(op->name), std::string(op->summary))->group("Operators");
    declare_bench_options(nested);
    declare_options(nested, *op);
  }
  declare_bench_options(app);
  app.require_subcommand(0, 1);
  app.footer("Without an operator, all are timed.\n\nExample:\n  preamar bench --side 256 --repeat 3");
}

Request bench_meaning(const CLI::App& outer) {
  const auto nested = outer.get_subcommands();
  const CLI::App& app = nested.empty() ? outer : *nested[0];
  BenchRequest request;
  request.operators.assign(operators().begin(), operators().end());
  if (!nested.empty()) {
    request.operators = {&operator_named(app.get_name())};
    request.options = values_from(app, *request.operators[0]);
  }
  request.instances = all_given<std::string>(app, "--instance");
  request.size = parse_number("--side", given_or(app, "--side", "1024"), 8);
  request.repeat = static_cast<int>(parse_number("--repeat", given_or(app, "--repeat", "5"), 1, 1000));
  request.settings = settings_from(app);
  return request;
}

void declare_devices(CLI::App& app) { declare_json(app); }

Request devices_meaning(const CLI::App& app) { return DevicesRequest{settings_from(app)}; }

void declare_generate(CLI::App& app) {
  add_value(app, "INSTANCE", unnamed, "what to generate");
  add_value(app, "SIZE", unnamed, "pixels a side, 8 or more");
  add_flag(app, "--list", "name the instances");
  declare_outputs(app, "one file an image of the instance, the marker first");
  declare_layout(app);
  add_value(app, "--threads", "N", "threads to work with (default: 0, as many as the machine has)")->group(common);
  declare_telling(app);
  declare_json(app);
  app.footer("Example:\n  preamar generate tissue-100-h 1024 -o marker.tif mask.tif");
}

Request generate_meaning(const CLI::App& app) {
  if (is_given(app, "--list")) return InstancesRequest{settings_from(app)};
  if (!is_given(app, "SIZE")) throw Error(ErrorKind::call, "generate: INSTANCE and SIZE are required, or --list");
  return GenerateRequest{.instance = given_or(app, "INSTANCE", ""),
                         .size = parse_number("SIZE", given_or(app, "SIZE", ""), 8),
                         .outputs = all_given<Path>(app, "--output"),
                         .settings = settings_from(app)};
}

void declare_help(CLI::App& app) { add_value(app, "COMMAND", unnamed, "what to help with"); }

Request help_meaning(const CLI::App& app) {
  const std::string topic = given_or(app, "COMMAND", "");
  if (!topic.empty()) require_command(topic);
  // The parent's own help would follow the command that was parsed, which is `help`.
  const CLI::App& root = *app.get_parent();
  if (!topic.empty()) return TextRequest{root.get_subcommand(topic)->help("preamar")};
  return TextRequest{root.get_formatter()->make_help(&root, "preamar", CLI::AppFormatMode::Normal)};
}

void declare_info(CLI::App& app) {
  add_list(app, "FILE", unnamed, "an image")->required();
  declare_parts(app);
  declare_json(app);
  app.footer("Example:\n  preamar info mask.tif");
}

Request info_meaning(const CLI::App& app) { return InfoRequest{all_given<Path>(app, "FILE"), settings_from(app)}; }

void declare_selftest(CLI::App& app) {
  declare_execution(app);
  declare_telling(app);
  declare_json(app);
  app.footer("Example:\n  preamar selftest --device cpu");
}

Request selftest_meaning(const CLI::App& app) { return SelftestRequest{settings_from(app)}; }

constexpr Command commands[] = {
    {"bench", "Time operators on generated images", declare_bench, bench_meaning},
    {"devices", "List what this machine can work on", declare_devices, devices_meaning},
    {"generate", "Write the images of a test instance", declare_generate, generate_meaning},
    {"help", "Show the help of a command", declare_help, help_meaning},
    {"info", "Tell what an image file holds, without its pixels", declare_info, info_meaning},
    {"selftest", "Compare a device with the plain loops, on this machine", declare_selftest, selftest_meaning},
};

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const Operator* op : operators()) names.push_back(op->name);
  for (const Command& command : commands) names.emplace_back(command.name);
  return names;
}

void require_command(std::string_view name) {
  if (is_command(name)) return;
  if (name == "convert")
    throw Error(ErrorKind::call,
                "command 'convert' needs the program preamar-convert, which is not on PATH; build it in a "
                "clone of Preamar: tools/setup --converter, then the preset converter");
  const auto names = command_names();
  const auto nearest = std::ranges::min_element(names, {}, [&](std::string_view known) { return edits(known, name); });
  throw Error(ErrorKind::call, text("command '", name, "' is unknown; the nearest name is '", *nearest,
                                    "', and 'preamar help' lists all"));
}

// What an operator requires, as in "--h X"; nothing for other commands, nor for 'bench', which has it from examples.
std::string required_options(const CLI::App& app) {
  std::string usage;
  const auto op = std::ranges::find(operators(), app.get_name(), &Operator::name);
  if (op == operators().end() || !app.get_parent() || app.get_parent()->get_parent()) return usage;
  for (const Option& option : (*op)->options)
    if (is_required(option)) usage += text(" --", option.name, " ", placeholder(option));
  return usage;
}

// CLI11's help with a usage line that can be typed.
class Help : public CLI::Formatter {
 public:
  Help() {
    column_width(26);
    label("Positionals", "Arguments");
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = "Usage: " + name;
    for (const CLI::Option* option : app->get_options())
      if (option->get_positional()) usage += " " + make_option_usage(option);
    usage += required_options(*app);
    if (app->get_option_no_throw("--output")) usage += " -o FILE...";
    if (!app->get_subcommands({}).empty()) usage += app->get_parent() ? " [OPERATOR]" : " COMMAND";
    return "\n" + usage + " [options]\n";
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return CLI::detail::find_and_replace(Formatter::make_help(app, name, mode), "\n\n\n", "\n\n");
  }
};

void declare(CLI::App& app) {
  app.formatter(std::make_shared<Help>());
  app.set_help_flag("-h,--help", help_of_help);
  app.set_version_flag("--version", text("preamar ", version()), "show the version");
  app.require_subcommand(0, 1);  // a file may be called as a command is
  for (const Operator* op : operators())
    declare_operator(*app.add_subcommand(std::string(op->name), std::string(op->summary))->group("Operators"), *op);
  for (const Command& command : commands)
    command.declare(*app.add_subcommand(command.name, command.summary)->group("Commands"));
  app.footer("'preamar help COMMAND' tells more; 'preamar NAME' runs a program preamar-NAME found on PATH.");
}

Request meaning_of(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) throw Error(ErrorKind::call, "a command is missing; 'preamar help' lists them");
  const auto command = std::ranges::find(commands, chosen[0]->get_name(), &Command::name);
  if (command != std::end(commands)) return command->meaning(*chosen[0]);
  return operator_meaning(*chosen[0], operator_named(chosen[0]->get_name()));
}

}  // namespace

bool is_command(std::string_view name) {
  const auto names = command_names();
  return std::ranges::find(names, name) != names.end();
}

Request understand(int argc, const char* const* argv) {
  if (argc > 1 && argv[1][0] != '-') require_command(argv[1]);
  CLI::App app("Exact, parallel flooding of images to their fixed point", "preamar");
  declare(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return TextRequest{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return TextRequest{text(version.what(), "\n")};
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::call, error.what());
  }
  return meaning_of(app);
}

}  // namespace preamar::cli
