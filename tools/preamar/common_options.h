// The options that commands share, and the settings that they stand for.
#pragma once

#include "command.h"

#include <string>
#include <string_view>
#include <vector>

namespace preamar::cli {

void add(std::vector<OptionSpec>& options, const std::vector<OptionSpec>& more);

[[nodiscard]] std::vector<OptionSpec> help_options();
[[nodiscard]] std::vector<OptionSpec> output_options(const std::string& help);
// Those of output_options() but -o.
[[nodiscard]] std::vector<OptionSpec> overwrite_options();
// Also for a task, which writes the outputs of its plan.
[[nodiscard]] OptionSpec trust_option();
[[nodiscard]] std::vector<OptionSpec> selection_options();
[[nodiscard]] std::vector<OptionSpec> layout_options();
// Of outlines that are written as GeoJSON.
[[nodiscard]] std::vector<OptionSpec> outline_options();
[[nodiscard]] std::vector<OptionSpec> block_options();
[[nodiscard]] std::vector<OptionSpec> execution_options();
[[nodiscard]] std::vector<OptionSpec> thread_options();
[[nodiscard]] std::vector<OptionSpec> dry_run_options();
[[nodiscard]] std::vector<OptionSpec> verbosity_options();
[[nodiscard]] std::vector<OptionSpec> json_options();

// Whether an option of selection_options() can be given for one input.
[[nodiscard]] bool is_of_inputs(std::string_view option);
// Values of such options may begin with the name of an input and a colon, such as "labels:t=0"; `inputs` has the names
// of the inputs of the call, in order. Throws Error (call) for another name, and for a value that is out of range.
[[nodiscard]] Settings settings_from(const Words& words, const std::vector<std::string>& inputs = {});

}  // namespace preamar::cli
