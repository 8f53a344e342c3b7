// Tables of labels, joined within the memory that is left beside blocks.
#pragma once

#include "blocks/family.h"

#include <cstdint>
#include <memory>

namespace preamar::blocks {

// A table of N labels is joined from two parts, each of which may have all N: so three rows a label are in memory at
// once, at most.
inline constexpr std::int64_t rows_at_once = 3;

// Throws Error (resource) from take() where the budget does not hold the tables, with one that does: from then on
// labels are only counted.
[[nodiscard]] std::unique_ptr<Fold> table_fold(const Task& task, const SummaryForm& form, int round);

}  // namespace preamar::blocks
