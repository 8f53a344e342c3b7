// What the steps of a stage found besides images, in records of a run, for later stages and later processes.
#pragma once

#include "blocks/pipeline/graph.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace preamar::blocks {

// A table whose columns are records of their own.
struct StoredTable {
  std::string step;
  std::vector<std::pair<std::string, ImageType>> columns;
  [[nodiscard]] std::int64_t bytes() const;
};

struct StageRecord {
  FoundNumbers numbers;
  std::vector<StoredTable> tables;
};

// Writes numbers, and the tables of steps that have one. The stage is done when this returns.
StageRecord put_stage(const std::filesystem::path& folder, std::uint64_t run, std::size_t stage,
                      const FoundNumbers& numbers, std::span<const StepResults> tables);
// Empty unless all records of the stage are intact.
[[nodiscard]] std::optional<StageRecord> get_stage(const std::filesystem::path& folder, std::uint64_t run,
                                                   std::size_t stage);
// The table of that index of a stage. Throws Error (io) if it is damaged.
[[nodiscard]] Table get_table(const std::filesystem::path& folder, std::uint64_t run, std::size_t stage,
                              std::size_t index, const StoredTable& table);

}  // namespace preamar::blocks
