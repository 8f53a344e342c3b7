// Exact distances if not even one slab fits in the memory: over temporary images of plain pixels.
#pragma once

#include "blocks/plan/stages.h"

#include <string>
#include <string_view>

namespace preamar::blocks {

// A step of the stage whose blocks are slabs, and which add_scratch() takes; empty if there is none.
[[nodiscard]] std::string slabs_of(const Graph& graph, const Stage& stage);
// Replaces the step by three. STEP.lines finds, per cell, the position of the nearest goal on its line along the first
// axis, in blocks of any shape. STEP.planes makes distances of them, a few whole planes at a time; it must end its
// stage. STEP copies the result, in blocks of any shape.
void add_scratch(Graph& graph, std::string_view step);
[[nodiscard]] std::string planes_of(std::string_view step);
// Whether an operation makes distances of whole planes.
[[nodiscard]] bool is_of_planes(const Operation& operation);
// Whether the images of a step are scratch images.
[[nodiscard]] bool is_scratch(const GraphStep& step);

}  // namespace preamar::blocks
