// The generator's table, as the commands look it up.
#pragma once

#include <preamar/generate.h>

#include <string_view>
#include <vector>

namespace preamar::cli {

// Throws Error (call) for an unknown name.
[[nodiscard]] const Instance& instance_named(std::string_view command, std::string_view name);
// The types of its images at the smallest size; larger ones differ in extent only.
[[nodiscard]] std::vector<ImageType> types_of(const Instance& instance);

}  // namespace preamar::cli
