// From a command line to a request, by the table of operators.
#pragma once

#include "request.h"

#include <string_view>

namespace preamar::cli {

// True for an operator and for a command of the tool itself.
[[nodiscard]] bool is_command(std::string_view name);
// Throws Error (call) for an unknown command or option, and for a value that is out of range.
[[nodiscard]] Request parse_command_line(int argc, const char* const* argv);

}  // namespace preamar::cli
