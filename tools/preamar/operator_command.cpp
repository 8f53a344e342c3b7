// An operator as a command, from its row in the table.
#include "common_options.h"
#include "core/error_text.h"
#include "core/values.h"
#include "files.h"
#include "words.h"

#include <algorithm>

namespace preamar::cli {
namespace {

// Numbers are printed; images and tables are written.
bool is_written(const Output& output) { return output.kind == OutputKind::image || output.kind == OutputKind::table; }

bool is_outlines(const Output& output) { return output.rows == TableRows::outlines; }

bool is_optional(const Input& input) { return input.presence == Presence::optional; }

// As "outputs: distance, indices (with --indices); the suffix sets the format".
std::string outputs_help(const Operator& op) {
  std::string names, format = "; the suffix sets the format";
  for (const Output& output : op.outputs) {
    if (!is_written(output)) continue;
    names += text(names.empty() ? "" : ", ", output.name);
    if (!output.with.empty()) names += text(" (with --", output.with, ")");
    if (output.kind == OutputKind::table)
      format = text(is_outlines(output) ? ": .geojson, " : ": ", ".csv, .parquet, or ", standard_output,
                    " for standard output");
  }
  return text("output files: ", names, format);
}

std::vector<std::string> output_names(const Operator& op, const Words& words) {
  std::vector<std::string> names;
  for (const Output& output : op.outputs)
    if (is_written(output) && (output.with.empty() || words.flag(output.with))) names.emplace_back(output.name);
  return names;
}

void set_nodata(Settings& settings, double value) {
  settings.read.nodata = value;
  for (ReadOptions& read : settings.read_each) read.nodata = value;
}

Request request_for(const Operator& op, const Words& words) {
  std::vector<Path> inputs(words.arguments.begin(), words.arguments.end());
  std::vector<std::string> names;
  for (const Input& input : op.inputs) {
    if (is_optional(input) && !words.has(input.name)) continue;
    if (is_optional(input)) inputs.emplace_back(words.value(input.name));
    names.emplace_back(input.name);
  }
  Settings settings = settings_from(words, names);
  if (!takes_valid(op)) settings.valid = words.value("valid");
  if (!has_option(op, "nodata") && words.has("nodata"))
    set_nodata(settings, parse_reals("--nodata", words.value("nodata"), {1})[0]);
  settings.valid_out = words.value("valid-out");
  return OperatorRequest{.op = &op,
                         .inputs = inputs,
                         .outputs = {words.outputs.begin(), words.outputs.end()},
                         .options = values_from(words, op),
                         .settings = settings};
}

}  // namespace

Values values_from(const Words& words, const Operator& op) {
  Values values;
  for (const Option& option : op.options)
    if (words.has(option.name)) values.emplace(option.name, parse_value(op, option, words.value(option.name)));
  return values;
}

std::vector<OptionSpec> options_of(const Operator& op) {
  std::vector<OptionSpec> options;
  for (const Option& option : op.options)
    options.push_back({.name = std::string(option.name),
                       .placeholder = placeholder(option),
                       .help = description(option),
                       .completion = option.choices.empty() ? Completion::nothing : Completion::choice,
                       .choices = {option.choices.begin(), option.choices.end()},
                       .required = is_required(option)});
  return options;
}

Command operator_command(const Operator& op) {
  Command command{.name = std::string(op.name),
                  .summary = std::string(op.summary),
                  .heading = std::string(name_of(op.topic)),
                  .example = std::string(op.example)};
  for (const Input& input : op.inputs)
    if (is_optional(input))
      command.options.push_back({.name = std::string(input.name),
                                 .placeholder = "FILE",
                                 .help = text(input.help, " (optional)"),
                                 .completion = Completion::file});
    else
      command.arguments.push_back({.name = std::string(input.name), .help = std::string(input.help)});
  add(command.options, options_of(op));
  if (std::ranges::any_of(op.outputs, is_written)) {
    add(command.options, output_options(outputs_help(op)));
    command.outputs = [&op](const Words& words) { return output_names(op, words); };
  }
  add(command.options, execution_options());
  add(command.options, selection_options());
  if (!has_option(op, "nodata"))
    command.options.push_back({.name = "nodata",
                               .placeholder = "VALUE",
                               .help = "value of pixels without data, in place of that of the inputs; nan for NaN",
                               .section = Section::common});
  if (!takes_valid(op))
    command.options.push_back({.name = "valid",
                               .placeholder = "FILE",
                               .help = "mask of the valid pixels of the inputs",
                               .section = Section::common,
                               .completion = Completion::file});
  for (OptionSpec& option : command.options)
    if (op.inputs.size() > 1 && is_of_inputs(option.name)) option.help += "; INPUT:VALUE sets it for one input";
  const auto is_image = [](const Output& output) { return output.kind == OutputKind::image; };
  if (std::ranges::any_of(op.outputs, is_image)) {
    add(command.options, layout_options());
    command.options.push_back({.name = "valid-out",
                               .placeholder = "FILE",
                               .help = "write a mask of the valid pixels of the results",
                               .section = Section::common,
                               .completion = Completion::file});
  }
  if (std::ranges::any_of(op.outputs, is_outlines)) add(command.options, outline_options());
  if (op.blocks) add(command.options, block_options());
  add(command.options, dry_run_options());
  add(command.options, verbosity_options());
  add(command.options, json_options());
  add(command.options, help_options());
  command.request = [&op](const Words& words) { return request_for(op, words); };
  return command;
}

}  // namespace preamar::cli
