// Operators on files, in blocks.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace preamar::python {

// Runs an operator from files to files. Returns a dict: blocks read and written, and the results of the operator. None
// means the default, or an optional input that is omitted. A table is written only if `outputs` has a name for it.
[[nodiscard]] nanobind::dict run_in_blocks(const std::string& name,
                                           const std::vector<std::optional<std::filesystem::path>>& inputs,
                                           const std::vector<std::filesystem::path>& outputs,
                                           const nanobind::dict& options, std::optional<std::int64_t> memory,
                                           const std::optional<std::vector<std::int64_t>>& block, bool resume,
                                           bool overwrite, bool lock, const std::string& device,
                                           std::optional<std::int64_t> threads, const nanobind::object& progress);

}  // namespace preamar::python
