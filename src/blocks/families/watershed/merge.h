// Merges the forests of two regions, and splits the labels of the joined region.
#pragma once

#include "blocks/families/operation.h"
#include "blocks/families/seam.h"

#include <utility>

namespace preamar::blocks {

Merged merge_forests(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high);
std::int64_t merge_forests_bytes(const Operation& operation, const Seam& seam);
std::pair<Bytes, Bytes> split_labels(const Operation& operation, const Seam& seam, const Bytes& merge_record,
                                     const Bytes& border_result);

}  // namespace preamar::blocks
