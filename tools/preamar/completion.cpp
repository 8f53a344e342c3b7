#include "completion.h"

#include "command.h"
#include "core/error_text.h"

#include <algorithm>

namespace preamar::cli {
namespace {

constexpr const char* list_devices = "preamar devices 2>/dev/null | sed -n '/^$/q; s/ .*//p'";

std::string replaced(std::string words, std::string_view what, std::string_view with) {
  for (std::size_t at = words.find(what); at != words.npos; at = words.find(what, at + with.size()))
    words.replace(at, what.size(), with);
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += text(list.empty() ? "" : " ", word);
  return list;
}

std::vector<const Command*> listed_commands() {
  std::vector<const Command*> commands;
  for (const Command& command : all_commands())
    if (!command.hidden) commands.push_back(&command);
  return commands;
}

std::string command_names() {
  std::vector<std::string> names;
  for (const Command* command : listed_commands()) names.push_back(command->name);
  return joined(names);
}

// The values of the first argument; empty where it is a file or a number.
std::string first_choices(const Command& command) {
  if (command.arguments.empty() || command.arguments[0].completion != Completion::choice) return "";
  return command.arguments[0].choices.empty() ? command_names() : joined(command.arguments[0].choices);
}

// The words by which an option is given, with `between` them: "-o|--output".
std::string forms(const OptionSpec& option, std::string_view between) {
  return option.letter ? text("-", option.letter, between, "--", option.name) : text("--", option.name);
}

std::string bash_value(const OptionSpec& option) {
  switch (option.completion) {
    case Completion::file:
      return "COMPREPLY=($(compgen -f -- \"$cur\"))";
    case Completion::choice:
      return text("COMPREPLY=($(compgen -W '", joined(option.choices), "' -- \"$cur\"))");
    case Completion::device:
      return text("COMPREPLY=($(compgen -W \"$(", list_devices, ")\" -- \"$cur\"))");
    case Completion::nothing:
      break;
  }
  return "COMPREPLY=()";
}

std::string bash_command(const Command& command) {
  std::string values, options;
  for (const OptionSpec& option : command.options) {
    options += text(options.empty() ? "" : " ", forms(option, " "));
    if (!option.placeholder.empty())
      values += text("        ", forms(option, "|"), ") ", bash_value(option), "; return ;;\n");
  }
  std::string script = text("    ", command.name, ")\n");
  if (!values.empty()) script += text("      case \"$prev\" in\n", values, "      esac\n");
  script += text("      options='", options, "'\n");
  if (const std::string choices = first_choices(command); !choices.empty())
    script += text("      (( COMP_CWORD == 2 )) && words='", choices, "'\n");
  return script + "      ;;\n";
}

std::string bash_text() {
  std::string script = text(
      "# bash completion for preamar; made by 'preamar completion bash'.\n"
      "_preamar() {\n"
      "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
      "  local options='' words=''\n"
      "  COMPREPLY=()\n"
      "  if (( COMP_CWORD == 1 )); then\n"
      "    COMPREPLY=($(compgen -W '",
      command_names(), " -V --version -h --help' -- \"$cur\"))\n    return\n  fi\n",
      "  case \"${COMP_WORDS[1]}\" in\n");
  for (const Command* command : listed_commands()) script += bash_command(*command);
  return script +
         "  esac\n"
         "  if [[ \"$cur\" == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
         "  elif [[ -n \"$words\" ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$cur\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _preamar preamar\n";
}

// Within single quotes, and within the brackets or between the colons of _arguments.
std::string zsh_quoted(const std::string& words) {
  std::string quoted = replaced(words, "'", "'\\''");
  for (const std::string_view sign : {"[", "]", ":"}) quoted = replaced(quoted, sign, text("\\", sign));
  return quoted;
}

std::string zsh_action(Completion completion, const std::vector<std::string>& choices) {
  switch (completion) {
    case Completion::file:
      return "_files";
    case Completion::choice:
      return text("(", choices.empty() ? command_names() : joined(choices), ")");
    case Completion::device:
      return "_preamar_devices";
    case Completion::nothing:
      break;
  }
  return " ";
}

std::string zsh_option(const OptionSpec& option) {
  std::string rest = text("[", zsh_quoted(option.help), "]");
  if (!option.placeholder.empty())
    rest += text(":", zsh_quoted(option.placeholder), ":", zsh_action(option.completion, option.choices));
  const std::string equals = option.placeholder.empty() ? "" : "=";
  const std::string repeats = option.name == "output" ? "*" : "";
  std::string lines = text("        '", repeats, "--", option.name, equals, rest, "' \\\n");
  if (option.letter)
    lines += text("        '", repeats, "-", option.letter, option.placeholder.empty() ? "" : "+", rest, "' \\\n");
  return lines;
}

std::string zsh_text() {
  std::string script = text(
      "#compdef preamar\n# zsh completion for preamar; made by 'preamar completion zsh'.\n"
      "_preamar_devices() { compadd -- ${(f)\"$(",
      list_devices, ")\"} }\n\n_preamar() {\n  local -a commands=(\n");
  for (const Command* command : listed_commands())
    script += text("    '", command->name, ":", zsh_quoted(command->summary), "'\n");
  script +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const Command* command : listed_commands()) {
    script += text("    ", command->name, ")\n      _arguments \\\n");
    for (const OptionSpec& option : command->options) script += zsh_option(option);
    if (const std::string choices = first_choices(*command); !choices.empty())
      script += text("        '1:", command->arguments[0].name, ":(", choices, ")' \\\n");
    script += "        '*:file:_files'\n      ;;\n";
  }
  return script + "  esac\n}\n\n_preamar \"$@\"\n";
}

std::string fish_quoted(const std::string& words) { return replaced(replaced(words, "\\", "\\\\"), "'", "\\'"); }

std::string fish_option(const Command& command, const OptionSpec& option) {
  std::string line = text("complete -c preamar -n '__fish_seen_subcommand_from ", command.name, "' -l ", option.name);
  if (option.letter) line += text(" -s ", option.letter);
  if (option.completion == Completion::file) line += " -r -F";
  if (option.completion == Completion::choice) line += text(" -x -a '", joined(option.choices), "'");
  if (option.completion == Completion::device) line += text(" -x -a '(", replaced(list_devices, "'", "\\'"), ")'");
  if (option.completion == Completion::nothing && !option.placeholder.empty()) line += " -x";
  return text(line, " -d '", fish_quoted(option.help), "'\n");
}

std::string fish_text() {
  std::string script =
      "# fish completion for preamar; made by 'preamar completion fish'.\n"
      "complete -c preamar -n __fish_use_subcommand -f\n";
  for (const Command* command : listed_commands()) {
    script += text("complete -c preamar -n __fish_use_subcommand -f -a ", command->name, " -d '",
                   fish_quoted(command->summary), "'\n");
    if (const std::string choices = first_choices(*command); !choices.empty())
      script += text("complete -c preamar -n '__fish_seen_subcommand_from ", command->name, "' -a '", choices, "'\n");
    for (const OptionSpec& option : command->options) script += fish_option(*command, option);
  }
  return script;
}

}  // namespace

std::vector<std::string> shells() { return {"bash", "zsh", "fish"}; }

std::string completion_text(std::string_view shell) {
  if (shell == "bash") return bash_text();
  if (shell == "zsh") return zsh_text();
  if (shell == "fish") return fish_text();
  throw Error(ErrorKind::call, text("completion: SHELL is '", shell, "'; it must be bash, zsh or fish"));
}

}  // namespace preamar::cli
