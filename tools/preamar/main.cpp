// preamar: the command line of the library.
#include "command_line.h"
#include "commands.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/shown_url.h"
#include "platform/program.h"
#include "report.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>

namespace preamar::cli {
namespace {

// Scripts distinguish failures by these, never by the text.
int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::call:
      return 2;
    case ErrorKind::input:
      return 3;
    case ErrorKind::stopped:
      return 130;
    case ErrorKind::resource:
    case ErrorKind::io:
    case ErrorKind::device:
      break;
  }
  return 1;
}

// One line, which names the command once. It may quote a broken header, so it is made fit for a terminal, and a URL as
// it was given, whose query is a secret.
void complain(const std::string& command, std::string what) {
  std::ranges::replace(what, '\n', ' ');
  const bool named = command.empty() || what.starts_with(command + ":") || what.starts_with(command + " ");
  std::cerr << text("preamar: ", named ? "" : command + ": ", printable(in_command_notation(shown_url(what))), "\n");
}

// Without the names of what was stopped; a run that can be continued says how.
std::string stopped_text(std::string_view what) { return std::string(what.starts_with("stopped;") ? what : "stopped"); }

void run_words(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  if (!name.empty() && name[0] != '-' && !is_command(name)) {
    const std::string program = os_find_program("preamar-" + name);
    if (!program.empty()) os_become_program(program, {argv + 2, argv + argc});
  }
  std::visit([](const auto& request) { run(request); }, parse_command_line(argc, argv));
  if (!std::cout.flush()) throw Error(ErrorKind::io, "standard output cannot be written");
}

int run_program(int argc, char** argv) {
  const std::string command = argc > 1 && is_command(argv[1]) ? argv[1] : "";
  try {
    run_words(argc, argv);
    return 0;
  } catch (const Error& error) {
    complain(command, error.kind() == ErrorKind::stopped ? stopped_text(error.what()) : error.what());
    return exit_code(error.kind());
  } catch (const std::bad_alloc&) {
    complain(command, "memory does not suffice");
  } catch (const std::exception& error) {
    complain(command, error.what());
  }
  return 1;
}

}  // namespace
}  // namespace preamar::cli

int main(int argc, char** argv) { return preamar::cli::run_program(argc, argv); }
