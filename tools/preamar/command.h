// What a command takes. Parsing, help, completion and manual pages are all made from this description.
#pragma once

#include "request.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::cli {

// What a shell offers as the value of an option or an argument.
enum class Completion { nothing, file, choice, device };

// Where help shows an option: `common` ones only with --help-all.
enum class Section { own, frequent, common };

struct OptionSpec {
  std::string name;         // without dashes
  std::string placeholder;  // of the value; empty for a flag
  std::string help;
  Section section = Section::own;
  Completion completion = Completion::nothing;
  std::vector<std::string> choices = {};
  char letter = 0;        // of the short form; 0: there is none
  bool required = false;  // shown in the usage line
};

struct ArgumentSpec {
  std::string name;
  std::string help;
  bool required = true;
  bool repeats = false;
  Completion completion = Completion::file;
  std::vector<std::string> choices = {};
};

// The words of a call, sorted by the description of its command.
struct Words {
  std::vector<std::string> arguments;
  std::vector<std::string> outputs;  // after -o
  std::map<std::string, std::vector<std::string>, std::less<>> options;

  [[nodiscard]] bool has(std::string_view option) const { return options.contains(option); }
  // The last value given.
  [[nodiscard]] std::string value(std::string_view option, std::string_view fallback = "") const;
  [[nodiscard]] bool flag(std::string_view option) const { return value(option) == "true"; }
  // Every value given, split at commas.
  [[nodiscard]] std::vector<std::string> list(std::string_view option) const;
};

struct Command {
  std::string name;
  std::string summary;
  std::string heading;  // in the list of commands
  std::vector<ArgumentSpec> arguments = {};
  std::vector<OptionSpec> options = {};
  std::string note = "";  // below the options
  std::string example = "";
  bool hidden = false;  // from lists of commands
  // The names of the files that -o takes for such a call, in their order; null: the command has no -o. It is called
  // when arguments may still hold outputs.
  std::function<std::vector<std::string>(const Words&)> outputs = nullptr;
  std::function<Request(const Words&)> request = nullptr;
};

// Operators by task, then the commands of the tool itself.
[[nodiscard]] const std::vector<Command>& all_commands();
// Null if there is none.
[[nodiscard]] const Command* find_command(std::string_view name);

// The parts of all_commands().
[[nodiscard]] Command operator_command(const Operator& op);
[[nodiscard]] std::vector<Command> own_commands();
// `bench` with the options of one operator.
[[nodiscard]] Command bench_command(const Operator* op);
// `plan` with the arguments and options of an operator command or of `run`; null: for its help.
[[nodiscard]] Command plan_command(const Command* planned);

// The value of an operator's options in a call.
[[nodiscard]] Values values_from(const Words& words, const Operator& op);
// The description of an operator's options.
[[nodiscard]] std::vector<OptionSpec> options_of(const Operator& op);

}  // namespace preamar::cli
