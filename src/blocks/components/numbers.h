// Labels in raster order over a tree of regions. A component is counted in the row of its first cell where it closes;
// so a region needs to know of each row only how many labels come before it.
#pragma once

#include "blocks/components/parts.h"
#include "blocks/family.h"

namespace preamar::blocks {

[[nodiscard]] Merged merge_numbers(const Task& task, const Seam& seam, int connectivity, const Bytes& low,
                                   const Bytes& high);
// Throws Error (resource) where `dtype` does not hold the labels.
[[nodiscard]] Labelling crown_numbers(const Task& task, const Parts& whole);
[[nodiscard]] std::pair<Bytes, Bytes> split_numbers(const Task& task, const Seam& seam, const Bytes& kept,
                                                    const Bytes& verdict);

}  // namespace preamar::blocks
