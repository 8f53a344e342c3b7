// Merges tables with a row per label, within the memory that blocks leave free.
#pragma once

#include "blocks/families/fold.h"
#include "blocks/families/operation.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace preamar::blocks {

// A table of N labels is merged from two tables, each of which may have all N: at most three rows per label are in
// memory. At the end there are the rows and what is made of them.
[[nodiscard]] constexpr std::int64_t rows_at_once(const LabelTable& table) {
  return std::max<std::int64_t>(3, 1 + table.conclude_bytes);
}

// If the tables exceed the budget, their rows go to `operation.spill`, and take() returns a table without rows. If
// there is none, labels are only counted from then on, and take() throws Error (resource) with the budget that would be
// enough. Only rows of the last round go there: every block of the next round needs all rows of this one. `known_bytes`
// are those of the round before.
[[nodiscard]] std::unique_ptr<Fold> table_fold(const Operation& operation, const SummaryForm& form, int round,
                                               std::int64_t known_bytes);

}  // namespace preamar::blocks
