// Traverses the tree of blocks: up with summaries, down with results for borders. Each thread reads and processes one
// block at a time; while one waits for its file, others compute.
#pragma once

#include "blocks/journal.h"
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
  std::vector<io::Sink*> outputs;  // one per result of the image's shape; null if an earlier process completed it
};

struct Counters {
  std::int64_t blocks = 0;
  std::int64_t reads = 0;  // number of blocks, by this run
  std::int64_t writes = 0;
  std::int64_t bytes_read = 0;  // number of pixels, halos included
  std::int64_t bytes_written = 0;
  std::vector<Share> shares;  // of this run
};

struct Outcome {
  Results found;
  std::vector<Image> others;  // results of another shape than the image's, such as a histogram
  Counters counters;
};

// True for a result that is written block by block.
[[nodiscard]] inline bool is_blockwise(const Task& task, const ImageType& result) { return result.shape == task.image; }

// How often each block is read and written.
[[nodiscard]] int reads_per_block(const Task& task);
[[nodiscard]] int writes_per_block(const Task& task);

// Throws Error (stopped) if on.stop requests it; a later run with the same state and journal continues from there.
[[nodiscard]] Outcome run(const Task& task, const Tree& tree, const BlockStreams& streams, RunState& state,
                          Journal& journal, const Execution& on);

}  // namespace preamar::blocks
