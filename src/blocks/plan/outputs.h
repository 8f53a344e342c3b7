// Checks of the outputs of a call.
#pragma once

#include "blocks/plan/graph.h"

namespace preamar::blocks {

// Throws Error (call) unless each result goes to one output that takes it, each output has one result, and a pipeline
// without outputs finds numbers or tables and is not to be resumed.
void require_outputs(const Call& call, const Graph& graph, const BlockSettings& settings);

}  // namespace preamar::blocks
