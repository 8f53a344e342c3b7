// The functions of the flood family between blocks: *merge*, *finish_root* and *split*.
#pragma once

#include "blocks/seam.h"
#include "blocks/task.h"

#include <utility>

namespace preamar::blocks {

[[nodiscard]] Merged merge_floods(const Task& task, const Seam& seam, const Bytes& low, const Bytes& high);
// As TreeSteps::merge_bytes: for keys of one byte at most 60 per border cell of the two regions.
[[nodiscard]] std::int64_t merge_floods_bytes(const Task& task, const Seam& seam);
[[nodiscard]] Bytes finish_flood_root(const Task& task, const Bytes& summary);
[[nodiscard]] std::pair<Bytes, Bytes> split_flood(const Task& task, const Seam& seam, const Bytes& merge_record,
                                                  const Bytes& border_result);

}  // namespace preamar::blocks
