// What the blocks of an image tell of its levels: the least and the greatest, and how many lie in each bin.
#pragma once

#include "core/bytes.h"

#include <preamar/minmax.h>

#include <cstdint>
#include <vector>

namespace preamar {

struct LevelSummary {
  MinMax extent{};                   // of the block, or of the whole image where bins were made for it
  std::vector<std::int64_t> counts;  // of each bin, where there are bins
};

[[nodiscard]] Bytes to_bytes(const LevelSummary& summary);
[[nodiscard]] LevelSummary level_summary_from(const Bytes& bytes);
// Of two blocks of one image.
[[nodiscard]] Bytes merged_levels(const Bytes& left, const Bytes& right);

}  // namespace preamar
