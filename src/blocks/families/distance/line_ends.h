// What blocks know of the goals on each line along the first axis: the first and the last one of a region go up the
// tree, and the nearest ones before and behind a region come down.
#pragma once

#include "blocks/families/algorithm.h"

#include <span>

namespace preamar::blocks {

// Positions per line of a region, in C order: towards the low end, and towards the high end; or no_goal.
struct LineEnds {
  std::span<const std::uint32_t> low, high;
};

// `box`: the region that the bytes are of. Throws Error (io) if they are of another one.
[[nodiscard]] LineEnds line_ends_in(const Operation& operation, const Box& box, const Bytes& bytes);
// The summary of a block.
[[nodiscard]] Bytes line_ends_of(const Operation& operation, const BlockView& view, const DistanceTransformSpec& spec);

[[nodiscard]] Merged merge_line_ends(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high);
[[nodiscard]] Bytes finish_line_ends(const Operation& operation, const Bytes& summary);
[[nodiscard]] std::pair<Bytes, Bytes> split_line_ends(const Operation& operation, const Seam& seam,
                                                      const Bytes& merge_record, const Bytes& border_result);
[[nodiscard]] std::int64_t merge_line_bytes(const Operation& operation, const Seam& seam);

inline constexpr TreeSteps line_steps{.merge = merge_line_ends,
                                      .finish_root = finish_line_ends,
                                      .split = split_line_ends,
                                      .merge_bytes = merge_line_bytes};

}  // namespace preamar::blocks
