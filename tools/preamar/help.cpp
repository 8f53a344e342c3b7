#include "help.h"

#include "core/error_text.h"
#include "core/nearest.h"

#include <algorithm>

namespace preamar::cli {
namespace {

constexpr std::size_t line_width = 79;   // of a terminal of 80, whose last column would wrap
constexpr std::size_t help_column = 22;  // where explanations begin
constexpr std::size_t list_column = 29;  // the same in the list of commands, whose names are longer

// "  --sigma X           standard deviation ..."; a long form is followed by its help at once.
std::string row(const std::string& form, const std::string& help, std::size_t column = help_column) {
  std::string line = text("  ", form, "  ");
  line.resize(std::max(line.size(), column), ' ');
  // The first line may begin further to the right than the others: dots hold its place.
  const std::size_t extra = line.size() - column;
  return line + wrapped(std::string(extra, '.') + help, line_width - column, column).substr(extra) + "\n";
}

std::string rows_of(const Command& command, Section section) {
  std::string rows;
  for (const OptionSpec& option : command.options)
    if (option.section == section) rows += row(option_form(option), option.help);
  return rows;
}

}  // namespace

std::string wrapped(std::string_view words, std::size_t width, std::size_t indent) {
  std::string lines;
  while (words.size() > width) {
    std::size_t end = words.rfind(' ', width);
    if (end == std::string_view::npos || end == 0) end = words.find(' ');
    if (end == std::string_view::npos) break;
    lines += text(words.substr(0, end), "\n", std::string(indent, ' '));
    words.remove_prefix(end + 1);
  }
  return lines + std::string(words);
}

std::string option_form(const OptionSpec& option) {
  std::string form = option.letter ? text("-", option.letter, ", ") : "";
  form += "--" + option.name;
  return option.placeholder.empty() ? form : text(form, " ", option.placeholder);
}

std::string usage_text(const Command& command) {
  std::string usage = "preamar " + command.name;
  for (const ArgumentSpec& argument : command.arguments) {
    const std::string name = argument.name + (argument.repeats ? "..." : "");
    usage += argument.required ? " " + name : text(" [", name, "]");
  }
  for (const OptionSpec& option : command.options)
    if (option.required) usage += text(" --", option.name, " ", option.placeholder);
  if (command.outputs) usage += " -o FILE";
  return usage + " [options]";
}

std::string help_text(const Command& command, HelpExtent extent) {
  const bool is_short = extent == HelpExtent::short_form;
  std::string help = text(wrapped(command.summary, line_width, 0), "\n\nUsage: ", usage_text(command), "\n\n");
  for (const ArgumentSpec& argument : command.arguments) help += row(argument.name, argument.help);
  help += rows_of(command, Section::own) + rows_of(command, Section::frequent);
  const std::string common = rows_of(command, Section::common);
  if (!is_short) help += text("\nCommon options:\n", common);
  if (!command.note.empty()) help += text("\n", wrapped(command.note, line_width, 0), "\n");
  if (!command.example.empty()) help += text("\nExample:\n  ", command.example, "\n");
  if (is_short) help += "\n--help-all also shows the options that commands share.\n";
  return help;
}

std::string overview_text() {
  std::string overview =
      "Morphological reconstruction, labelling, distances, watersheds and filters for\n"
      "images of any size\n\nUsage: preamar COMMAND FILE... -o FILE [options]\n";
  std::string heading;
  for (const Command& command : all_commands()) {
    if (command.hidden) continue;
    if (command.heading != heading) overview += text("\n", heading = command.heading, ":\n");
    overview += row(command.name, command.summary, list_column);
  }
  return overview +
         "\n'preamar COMMAND --help' explains a command; -V or --version prints the version.\n"
         "'preamar NAME' runs the program preamar-NAME if it is on PATH. The Python package has\n"
         "'preamar cluster' and 'preamar view'.\n";
}

const Command& command_named(std::string_view name) {
  if (const Command* command = find_command(name)) return *command;
  if (name == "convert")
    throw Error(ErrorKind::call,
                "command 'convert' needs the program preamar-convert, which is not on PATH; build it in a "
                "clone of Preamar: tools/setup --converter, then the preset converter");
  const std::string nearest = nearest_text(name, all_commands(), "", &Command::name);
  throw Error(ErrorKind::call, text("command '", name, "' is unknown; ", nearest, nearest.empty() ? "" : ", and ",
                                    "'preamar help' lists all"));
}

}  // namespace preamar::cli
