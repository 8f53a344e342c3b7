// Completion scripts for shells, made from the descriptions of commands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace preamar::cli {

[[nodiscard]] std::vector<std::string> shells();
// Throws Error (call) for a shell that is none of them.
[[nodiscard]] std::string completion_text(std::string_view shell);

}  // namespace preamar::cli
