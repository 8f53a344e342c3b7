// Runs a program over the blocks of an image. Each pass traverses the tree of blocks: down with the results for borders
// of the steps that are computed, up with the summaries of the steps that are not known yet.
#pragma once

#include "blocks/block_visits.h"
#include "blocks/journal.h"
#include "blocks/program.h"
#include "blocks/run_state.h"
#include "blocks/tree.h"

#include <vector>

namespace preamar::blocks {

// The results of a step that are not written in blocks.
struct StepOutcome {
  Results found;
  std::vector<Image> others;  // results of another shape than the image's, such as a histogram
};

// From the root result of its last round.
[[nodiscard]] StepOutcome concluded(const Task& task, const Bytes& root_result);

struct Outcome {
  std::vector<StepOutcome> steps;
  Counters counters;
};

// Throws Error (stopped) if on.stop requests it; a later run with the same state and journal continues from there.
[[nodiscard]] Outcome run(const Program& program, const Tree& tree, const BlockStreams& streams, RunState& state,
                          Journal& journal, const Execution& on);

}  // namespace preamar::blocks
