// Which components stay, over a tree of regions: their facts add up until they close.
#pragma once

#include "blocks/components/parts.h"
#include "blocks/family.h"

namespace preamar::blocks {

// A verdict: whether each open component of a region stays.
using Stays = std::vector<std::uint8_t>;

[[nodiscard]] Bytes to_bytes(const Stays& stays);
[[nodiscard]] Stays stays_from(const Bytes& bytes);

[[nodiscard]] Merged merge_sieves(const Task& task, const Seam& seam, const SieveSpec& spec, const Bytes& low,
                                  const Bytes& high);
[[nodiscard]] std::pair<Bytes, Bytes> split_sieves(const Bytes& kept, const Bytes& verdict);

}  // namespace preamar::blocks
