#include "command_line.h"

#include "core/error_text.h"
#include "core/nearest.h"
#include "help.h"
#include "parse.h"

#include <preamar/version.h>

#include <algorithm>

namespace preamar::cli {
namespace {

std::vector<Command> make_commands() {
  std::vector<Command> commands;
  for (const Operator* op : operators()) commands.push_back(operator_command(*op));
  const auto topic = [](const Command& command) { return operator_named(command.name).topic; };
  std::ranges::stable_sort(commands, {}, topic);
  for (Command& command : own_commands()) commands.push_back(std::move(command));
  return commands;
}

// An option before any command.
Request root_option(const std::string& word) {
  constexpr std::string_view known[] = {"-V", "--version", "-h", "--help", "--help-all"};
  if (word == "-V" || word == "--version") return TextRequest{text("preamar ", version(), "\n")};
  if (std::ranges::find(known, word) != std::end(known)) return TextRequest{overview_text()};
  throw Error(ErrorKind::call, text("option '", word, "' is unknown; ",
                                    nearest_text(word, known, "a command comes first: 'preamar help' lists them")));
}

// The options of `bench` depend on the operator that is measured.
Command bench_for(const std::vector<std::string>& words) {
  for (const Operator* op : operators())
    if (std::ranges::find(words, op->name) != words.end()) return bench_command(op);
  return bench_command(nullptr);
}

// The command that is planned is the first word; its words follow.
Command plan_for(std::vector<std::string>& words) {
  if (words.empty() || words[0].starts_with("-")) return plan_command(nullptr);
  const Command& planned = command_named(words[0]);
  const auto own = [&](const Operator* op) { return op->name == planned.name; };
  if (planned.name != "run" && std::ranges::none_of(operators(), own))
    throw Error(ErrorKind::call,
                text("plan: '", words[0], "' is not an operator; give an operator, or run and a pipeline"));
  words.erase(words.begin());
  return plan_command(&planned);
}

}  // namespace

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = make_commands();
  return commands;
}

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find(all_commands(), name, &Command::name);
  return found == all_commands().end() ? nullptr : &*found;
}

bool is_command(std::string_view name) { return find_command(name) != nullptr; }

Request parse_command_line(int argc, const char* const* argv) {
  if (argc < 2) return TextRequest{overview_text()};
  const std::string name = argv[1];
  if (name.starts_with("-")) return root_option(name);
  std::vector<std::string> given(argv + 2, argv + argc);
  const Command command = name == "bench" ? bench_for(given) : name == "plan" ? plan_for(given) : command_named(name);
  const Words words = parse_words(command, given);
  if (words.has("help-all")) return TextRequest{help_text(command, HelpExtent::every_option)};
  if (words.has("help")) return TextRequest{help_text(command, HelpExtent::short_form)};
  return command.request(words);
}

}  // namespace preamar::cli
