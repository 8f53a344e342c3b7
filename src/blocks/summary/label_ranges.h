// A set of labels as ranges of neighbouring numbers, which are few where labels were numbered one after another.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <span>

namespace preamar::blocks {

// The ranges of labels that ascend.
[[nodiscard]] Bytes label_ranges(std::span<const std::uint64_t> labels);
[[nodiscard]] Bytes merged_ranges(const Bytes& left, const Bytes& right);
[[nodiscard]] std::uint64_t label_count(const Bytes& ranges);

}  // namespace preamar::blocks
