// Help texts, made from the descriptions of commands.
#pragma once

#include "command.h"

namespace preamar::cli {

enum class HelpExtent { short_form, every_option };

[[nodiscard]] std::string help_text(const Command& command, HelpExtent extent);
// All commands, by task.
[[nodiscard]] std::string overview_text();
// As "preamar label image -o FILE [options]".
[[nodiscard]] std::string usage_text(const Command& command);
// As "-o, --output FILE".
[[nodiscard]] std::string option_form(const OptionSpec& option);
// Words of at most `columns` columns per line, each line after the first indented by `indent`.
[[nodiscard]] std::string wrapped(std::string_view words, std::size_t columns, std::size_t indent);

// Throws Error (call) with the nearest name.
[[nodiscard]] const Command& command_named(std::string_view name);

}  // namespace preamar::cli
