// Runs a program over the blocks of an image. Each pass traverses the tree of blocks: down with the results for borders
// of the steps that are computed, up with the summaries of the steps that are not known yet.
#pragma once

#include "blocks/program/program.h"
#include "blocks/program/tree.h"
#include "blocks/run/block_visits.h"
#include "blocks/state/digests.h"
#include "blocks/state/state.h"

#include <vector>

namespace preamar::blocks {

struct Outcome {
  std::vector<StepOutcome> steps;
  Counters counters;
};

// Throws Error (stopped) if on.stop requests it; a later run with the same state and digests continues from there.
[[nodiscard]] Outcome run(const Program& program, const Tree& tree, const BlockStreams& streams, State& state,
                          Digests& digests, const Execution& on);

}  // namespace preamar::blocks
