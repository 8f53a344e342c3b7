// What the blocks of an image tell of its levels: the least and the greatest, and how many lie in each bin.
#pragma once

#include "core/bytes.h"

#include <preamar/minmax.h>

#include <cstdint>
#include <span>

namespace preamar {

// As bytes: the extent, of the block or of the whole image where bins were made for it, and the counts.
[[nodiscard]] Bytes level_summary(const MinMax& extent, std::int64_t bins);
[[nodiscard]] MinMax extent_in(const Bytes& summary);
// Of each bin, where there are bins; those that `summary` was made with are zero.
[[nodiscard]] std::span<const std::int64_t> counts_in(const Bytes& summary);
[[nodiscard]] std::span<std::int64_t> counts_in(Bytes& summary);
// Of two blocks of one image; in the bytes of the first.
[[nodiscard]] Bytes merged_levels(Bytes left, Bytes&& right);

}  // namespace preamar
