// A set of labels as ranges of consecutive numbers. Labels in raster order give few ranges.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <span>

namespace preamar::blocks {

// `labels` must be ascending.
[[nodiscard]] Bytes label_ranges(std::span<const std::uint64_t> labels);
[[nodiscard]] Bytes merged_ranges(const Bytes& left, const Bytes& right);
[[nodiscard]] std::uint64_t label_count(const Bytes& ranges);

}  // namespace preamar::blocks
