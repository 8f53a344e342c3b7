// Checks of the outputs of a pipeline.
#pragma once

#include "blocks/pipeline/graph.h"

namespace preamar::blocks {

// Throws Error (call) unless each result goes to one file, each file has one result, and a pipeline without outputs
// finds numbers or tables and is not to be resumed.
void require_outputs(const Pipeline& pipeline, const Graph& graph, bool resume);

}  // namespace preamar::blocks
