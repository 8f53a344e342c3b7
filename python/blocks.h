// Operators on files and arrays, in blocks.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/blocks.h>

#include "outlines.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace preamar::python {

using Extents = std::optional<std::vector<std::int64_t>>;
using Memory = std::optional<std::variant<std::int64_t, std::string>>;  // bytes, or a size such as "4G"

// How a run in blocks reads and writes files; None means the default.
struct FileRows {
  // level, select, channel, stains, channel_range, ignore_metadata
  using Read =
      std::tuple<int, std::string, std::string, std::vector<double>, std::optional<std::tuple<double, double>>, bool>;
  // overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog
  using Write = std::tuple<bool, bool, bool, std::optional<std::string>, std::int64_t, Extents, Extents,
                           std::optional<std::string>, bool>;
};

[[nodiscard]] ReadOptions read_options(const FileRows::Read& row);
[[nodiscard]] WriteOptions write_options(const FileRows::Write& row);

// All settings but how inputs are read. `what` begins messages: "label".
[[nodiscard]] BlockSettings settings_from(std::string_view what, const Memory& memory, const Extents& block,
                                          bool resume, const FileRows::Write& writing);

// Runs an operator from inputs to outputs: names of files, or objects of preamar._arrays.BlockArray. Returns a dict:
// blocks read and written, and the results of the operator. None means the default, or an optional input that is
// omitted. A table is written only if `outputs` has a name for it.
[[nodiscard]] nanobind::dict run_in_blocks(const std::string& name, const nanobind::list& inputs,
                                           const nanobind::list& outputs, const nanobind::dict& options,
                                           const Memory& memory, const Extents& block, bool resume,
                                           const FileRows::Read& reading, const FileRows::Write& writing,
                                           const OutlineRow& outlines, const std::string& device,
                                           std::optional<std::int64_t> threads, const nanobind::object& progress);

}  // namespace preamar::python
