// The parts that algorithms of several kinds have.
#pragma once

#include "blocks/families/algorithm.h"

#include <functional>
#include <vector>

namespace preamar::blocks {

// How often each block is read for summaries, before its pixels can be computed.
[[nodiscard]] int rounds_of(const Operation& operation);

// The result that `finish` receives: none, that of the whole image, or that for the border of its block.
enum class ResultFrom { nothing, root, border };
[[nodiscard]] ResultFrom result_from(const Operation& operation);

// Null if the operator writes no image in blocks.
[[nodiscard]] const Pixels* pixels_of(const Operation& operation);
// Null if the operator finds neither numbers, nor a table, nor an image of another shape.
[[nodiscard]] const Findings* findings_of(const Operation& operation);
// Of a step whose summaries are merged along the tree.
[[nodiscard]] const TreeSteps& tree_steps_of(const Operation& operation);

// Bytes per label of the image; 0 unless summaries have a row per label.
[[nodiscard]] std::int64_t label_bytes_of(const Operation& operation);

// Whether devices can compute the summaries of a block, and its pixels; true if there is nothing to compute.
struct Devices {
  bool summaries, pixels;
};
[[nodiscard]] Devices devices_of(const Operation& operation);

// Whether blocks span all axes except the first.
[[nodiscard]] bool spans_planes(const Operation& operation);
// `block`, extended along the axes that every block of the operation spans.
[[nodiscard]] Shape spanning(const Operation& operation, const Shape& block);

// The summary of a block. `fold` computes it for summaries that are folded.
[[nodiscard]] Bytes summarise(const Operation& operation, const BlockView& view,
                              const std::function<Bytes(const FoldKind&)>& fold);

// The results of a step that are not written in blocks.
struct StepOutcome {
  Results found;
  std::vector<Image> others;  // results of another shape than the image's, such as a histogram
};
// From the root result of its last round.
[[nodiscard]] StepOutcome concluded(const Operation& operation, const Bytes& root_result);

}  // namespace preamar::blocks
