// Operators on files and arrays, in blocks.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/blocks.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace preamar::python {

using Extents = std::optional<std::vector<std::int64_t>>;
using Memory = std::optional<std::variant<std::int64_t, std::string>>;  // bytes, or a size such as "4G"

// All settings but how inputs are read. `writing` has the members of WriteOptions. `what` begins messages: "label".
[[nodiscard]] BlockSettings settings_from(std::string_view what, const Memory& memory, const Extents& block,
                                          bool resume, const nanobind::dict& writing);

// Runs an operator from inputs to outputs: names of files, or objects of preamar._arrays.BlockArray. Returns a dict:
// blocks read and written, and the results of the operator. None means the default, or an optional input that is
// omitted. A table is written only if `outputs` has a name for it.
[[nodiscard]] nanobind::dict run_in_blocks(const std::string& name, const nanobind::list& inputs,
                                           const nanobind::list& outputs, const nanobind::dict& options,
                                           const Memory& memory, const Extents& block, bool resume,
                                           const nanobind::dict& reading, const nanobind::object& valid,
                                           const nanobind::object& valid_out, const nanobind::dict& writing,
                                           const nanobind::dict& outlines, const std::string& device,
                                           std::optional<std::int64_t> threads, const nanobind::object& progress);

}  // namespace preamar::python
