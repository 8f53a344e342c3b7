// From the words of a call to options, inputs and outputs.
#pragma once

#include "command.h"

#include <span>

namespace preamar::cli {

// Options, inputs and outputs may come in any order; -o takes as many files as the command writes. After --help or
// --help-all, the words that follow are not checked. Throws Error (call) for an unknown option, a missing value, and
// a number of files that is wrong.
[[nodiscard]] Words parse_words(const Command& command, std::span<const std::string> given);

}  // namespace preamar::cli
