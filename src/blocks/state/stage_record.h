// What the steps of a stage found besides images, in the state of a run, for later stages and later processes.
#pragma once

#include "blocks/state/state.h"

#include <preamar/pipeline.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace preamar::blocks {

// The numbers that steps have found, by "step.output".
using FoundNumbers = std::map<std::string, Value, std::less<>>;

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
StageRecord put_stage(State& state, std::size_t stage, const FoundNumbers& numbers,
                      std::span<const StepResults> tables);
// Empty unless all records of the stage are intact.
[[nodiscard]] std::optional<StageRecord> get_stage(State& state, std::size_t stage);
// The table of that index of a stage. Throws Error (io) if it is damaged.
[[nodiscard]] Table get_table(State& state, std::size_t stage, std::size_t index, const StoredTable& table);

}  // namespace preamar::blocks
