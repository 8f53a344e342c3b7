// Walks the tree: up with summaries, down with verdicts. Each block is read and worked by one thread; while one waits
// for its file, others work.
#pragma once

#include "blocks/crew.h"
#include "blocks/journal.h"
#include "blocks/store.h"
#include "blocks/tree.h"
#include "io/source.h"

#include <functional>
#include <memory>
#include <vector>

namespace preamar::blocks {

// Where pixels come from and go to.
struct Ports {
  std::vector<std::function<std::unique_ptr<Source>()>> inputs;  // null where an input is not given
  std::vector<Sink*> outputs;  // of the results that have the image's shape; null where all is written already
};

struct Counters {
  std::int64_t blocks = 0;
  std::int64_t reads = 0;  // of blocks, by this run
  std::int64_t writes = 0;
  std::int64_t bytes_read = 0;  // of pixels, halos included
  std::int64_t bytes_written = 0;
  std::vector<Share> shares;  // of this run
};

struct Outcome {
  Found found;
  std::vector<OwnedImage> others;  // the results that do not have the image's shape, such as a histogram
  Counters counters;
};

// True for a result that is written block by block.
[[nodiscard]] inline bool is_blockwise(const Task& task, const ImageType& result) { return result.shape == task.image; }

// How often each block is read and written.
[[nodiscard]] int reads_per_block(const Task& task);
[[nodiscard]] int writes_per_block(const Task& task);

// Throws Error (stopped) where on.stop asks for it; a later run with the same store and journal goes on from there.
[[nodiscard]] Outcome run(const Task& task, const Tree& tree, const Ports& ports, Store& store, Journal& journal,
                          const Execution& on);

}  // namespace preamar::blocks
