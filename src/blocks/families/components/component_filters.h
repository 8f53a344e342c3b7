// Filters components over a tree of regions: counts are added over seams until a component closes; then the filter
// decides.
#pragma once

#include "blocks/families/components/region_components.h"
#include "blocks/families/operation.h"
#include "blocks/families/seam.h"

namespace preamar::blocks {

// The result for the border of a region: 1 per open component that is kept, 0 per component that is removed.
using KeepFlags = std::vector<std::uint8_t>;

[[nodiscard]] Bytes to_bytes(const KeepFlags& flags);
[[nodiscard]] KeepFlags keep_flags_from(const Bytes& bytes);

[[nodiscard]] Merged merge_component_filters(const Operation& operation, const Seam& seam,
                                             const ComponentFilterSpec& spec, const Bytes& low, const Bytes& high);
[[nodiscard]] std::pair<Bytes, Bytes> split_component_filters(const Bytes& merge_record, const Bytes& border_result);

}  // namespace preamar::blocks
