// Labels components in raster order over a tree of regions. A component is counted in the row of its first cell when it
// closes, so a region needs only one number per row: how many labels come before it.
#pragma once

#include "blocks/families/components/region_components.h"
#include "blocks/families/operation.h"
#include "blocks/families/seam.h"

namespace preamar::blocks {

[[nodiscard]] Merged merge_label_numbers(const Operation& operation, const Seam& seam, int connectivity,
                                         const Bytes& low, const Bytes& high);
// The result at the root. Throws Error (resource) if the labels do not fit the result's dtype.
[[nodiscard]] RegionLabels label_numbers_at_root(const Operation& operation, const RegionComponents& whole);
[[nodiscard]] std::pair<Bytes, Bytes> split_label_numbers(const Operation& operation, const Seam& seam,
                                                          const Bytes& merge_record, const Bytes& border_result);

}  // namespace preamar::blocks
