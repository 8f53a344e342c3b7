// Summary of the levels of a block: minimum, maximum and the counts of bins.
#pragma once

#include "core/bytes.h"

#include <preamar/minmax.h>

#include <cstdint>
#include <span>

namespace preamar {

// Bytes that hold the extent (of the block, or of the whole image if that defines the bins) and zero counts.
[[nodiscard]] Bytes level_summary(const MinMax& extent, std::int64_t bins);
[[nodiscard]] MinMax extent_in(const Bytes& summary);
// The counts of the bins; empty without bins.
[[nodiscard]] std::span<const std::int64_t> counts_in(const Bytes& summary);
[[nodiscard]] std::span<std::int64_t> counts_in(Bytes& summary);
// Merges the summaries of two blocks of one image; reuses the bytes of `left`.
[[nodiscard]] Bytes merged_levels(Bytes left, Bytes&& right);

}  // namespace preamar
