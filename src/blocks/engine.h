// Runs a program over the blocks of an image. Each pass traverses the tree of blocks: down with the results for borders
// of the steps that are computed, up with the summaries of the steps that are not known yet.
#pragma once

#include "blocks/journal.h"
#include "blocks/program.h"
#include "blocks/run_state.h"
#include "blocks/tree.h"
#include "blocks/worker_pool.h"
#include "io/source.h"

#include <functional>
#include <memory>
#include <vector>

namespace preamar::blocks {

// The sources and sinks of blocks.
struct BlockStreams {
  std::vector<std::function<std::unique_ptr<io::Source>()>> inputs;  // each opens its input
  std::vector<io::Sink*> outputs;  // one per output of the program; null if an earlier process completed it
  int workers = 0;                 // blocks that are processed at one time; 0: one per thread or device
  int ahead = 0;                   // blocks that are read or written while the workers process others
  int io_threads = 0;              // chunks of them that are read or written at one time
};

struct Counters {
  std::int64_t blocks = 0;
  std::int64_t reads = 0;  // number of blocks, by this run
  std::int64_t writes = 0;
  std::vector<std::int64_t> reads_of;   // per input, number of blocks
  std::vector<std::int64_t> writes_of;  // per output, number of blocks
  std::int64_t bytes_read = 0;          // number of pixels, halos included
  std::int64_t bytes_written = 0;
  std::vector<Share> shares;  // of this run
};

// The results of a step that are not written in blocks.
struct StepOutcome {
  Results found;
  std::vector<Image> others;  // results of another shape than the image's, such as a histogram
};

struct Outcome {
  std::vector<StepOutcome> steps;
  Counters counters;
};

// Throws Error (stopped) if on.stop requests it; a later run with the same state and journal continues from there.
[[nodiscard]] Outcome run(const Program& program, const Tree& tree, const BlockStreams& streams, RunState& state,
                          Journal& journal, const Execution& on);

}  // namespace preamar::blocks
