// Operators of the table on files, in blocks.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace preamar::python {

// Files in, files out: what was read and written, and what the operator found, as a dict. None stands for the default,
// and for an optional input that is not given. A table is written only where `outputs` has a name for it.
[[nodiscard]] nanobind::dict run_in_blocks(const std::string& name,
                                           const std::vector<std::optional<std::filesystem::path>>& inputs,
                                           const std::vector<std::filesystem::path>& outputs,
                                           const nanobind::dict& options, std::optional<std::int64_t> memory,
                                           const std::optional<std::vector<std::int64_t>>& block, bool resume,
                                           bool overwrite, bool lock, const std::string& device,
                                           std::optional<std::int64_t> threads, const nanobind::object& progress);

}  // namespace preamar::python
