// The parts that algorithms of several kinds have.
#pragma once

#include "blocks/algorithm.h"

#include <functional>

namespace preamar::blocks {

// How often each block is read for summaries, before its pixels can be computed.
[[nodiscard]] int rounds_of(const Task& task);

// The result that `finish` receives: none, that of the whole image, or that for the border of its block.
enum class ResultFrom { nothing, root, border };
[[nodiscard]] ResultFrom result_from(const Task& task);

// Null if the operator writes no image in blocks.
[[nodiscard]] const Pixels* pixels_of(const Task& task);
// Null if the operator finds neither numbers, nor a table, nor an image of another shape.
[[nodiscard]] const Findings* findings_of(const Task& task);
// Of a step whose summaries are merged along the tree.
[[nodiscard]] const TreeSteps& tree_steps_of(const Task& task);

// Bytes per label of the image; 0 unless summaries have a row per label.
[[nodiscard]] std::int64_t label_bytes_of(const Task& task);

// Whether devices can compute the summaries of a block, and its pixels; true if there is nothing to compute.
struct Devices {
  bool summaries, pixels;
};
[[nodiscard]] Devices devices_of(const Task& task);

// `block`, extended along the axes that every block of the task spans.
[[nodiscard]] Shape spanning(const Task& task, const Shape& block);

// The summary of a block. `fold` computes it for summaries that are folded.
[[nodiscard]] Bytes summarise(const Task& task, const Piece& piece, const std::function<Bytes(const FoldKind&)>& fold);

}  // namespace preamar::blocks
