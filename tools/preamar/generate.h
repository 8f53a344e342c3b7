// The generator's table, as the commands look it up.
#pragma once

#include <preamar/generate.h>

#include <string_view>

namespace preamar::cli {

// Throws Error (call) for an unknown name.
[[nodiscard]] const Instance& instance_named(std::string_view command, std::string_view name);

}  // namespace preamar::cli
