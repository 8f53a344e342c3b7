// From words to a request, by the table of operators.
#pragma once

#include "request.h"

#include <string_view>

namespace preamar::cli {

// True for an operator and for a command of the tool itself.
[[nodiscard]] bool is_command(std::string_view name);
// Throws Error (call) where the words mean nothing.
[[nodiscard]] Request understand(int argc, const char* const* argv);

}  // namespace preamar::cli
