// Sums per label of a block, in groups of rows with few labels, so that memory is bounded.
#pragma once

#include "core/rows.h"
#include "primitives/label_sums.h"

#include <optional>

namespace preamar {

// Labels per group: enough to make a merge worthwhile, few enough to save memory.
inline constexpr std::int64_t labels_at_once = 4096;

// Calls use(LabelSums) for each group of the counted rows. A group ends when it holds `labels_at_once` labels.
template <class Use>
void for_label_groups(const Execution& on, primitives::LabelSumsSpec spec, ConstImageView labels,
                      const std::optional<ConstImageView>& levels, const Use& use) {
  const primitives::CellRange cells = primitives::counted_cells(spec, labels.shape());
  const std::int64_t rows = (cells.end[0] - cells.begin[0]) * (cells.end[1] - cells.begin[1]);
  spec.labels_enough = labels_at_once;
  while (spec.first_row < rows) {
    const primitives::LabelSums group = primitives::label_sums(on, spec, labels, levels);
    spec.first_row = group.end_row;
    use(group);
  }
}

// Bytes per thread for a block of shape `box`. Per label of a group and of its last row: the sums while their lists
// grow and are sorted, and the hash table. Per column: the runs of three rows.
[[nodiscard]] inline double label_groups_scratch(std::int64_t row_bytes, const Shape& box) {
  constexpr double found = 100, run = 3 * 32 + 8;
  const auto columns = static_cast<double>(box[box.rank() - 1]);
  return (labels_at_once + columns) * (5 * static_cast<double>(row_bytes) + found) + columns * run;
}

}  // namespace preamar
