// The pure functions of the family between the blocks; those on blocks are in local.h.
#pragma once

#include "blocks/family.h"

#include <utility>

namespace preamar::blocks {

[[nodiscard]] Merged merge_floods(const Task& task, const Seam& seam, int round, const Bytes& low, const Bytes& high);
// As Family::merge_bytes: for keys of one byte at most 60 a border cell of the two regions.
[[nodiscard]] std::int64_t merge_floods_bytes(const Task& task, const Seam& seam);
[[nodiscard]] Bytes crown_flood(const Task& task, int round, const Bytes& summary);
[[nodiscard]] std::pair<Bytes, Bytes> split_flood(const Task& task, const Seam& seam, const Bytes& kept,
                                                  const Bytes& verdict);

}  // namespace preamar::blocks
