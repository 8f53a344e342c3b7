// Adds the sizes of components over seams.
#pragma once

#include "blocks/families/operation.h"
#include "blocks/families/seam.h"

#include <utility>

namespace preamar::blocks {

[[nodiscard]] Merged merge_sizes(const Operation& operation, const Seam& seam, int connectivity, const Bytes& low,
                                 const Bytes& high);
[[nodiscard]] std::pair<Bytes, Bytes> split_sizes(const Bytes& merge_record, const Bytes& border_result);

}  // namespace preamar::blocks
