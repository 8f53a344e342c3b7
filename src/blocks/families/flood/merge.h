// The functions of the flood family between blocks: *merge*, *finish_root* and *split*.
#pragma once

#include "blocks/families/operation.h"
#include "blocks/families/seam.h"

#include <utility>

namespace preamar::blocks {

[[nodiscard]] Merged merge_floods(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high);
// As TreeSteps::merge_bytes: for keys of one byte at most 60 per border cell of the two regions.
[[nodiscard]] std::int64_t merge_floods_bytes(const Operation& operation, const Seam& seam);
[[nodiscard]] Bytes finish_flood_root(const Operation& operation, const Bytes& summary);
[[nodiscard]] std::pair<Bytes, Bytes> split_flood(const Operation& operation, const Seam& seam,
                                                  const Bytes& merge_record, const Bytes& border_result);

}  // namespace preamar::blocks
