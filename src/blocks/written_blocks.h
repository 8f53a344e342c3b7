// Which blocks are in the outputs for good. Data is flushed before the journal says that it is there, for all blocks of
// a few seconds at once.
#pragma once

#include "blocks/journal.h"
#include "core/box.h"
#include "io/source.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <vector>

namespace preamar::blocks {

class WrittenBlocks {
 public:
  // A sink is null where the output was whole before.
  WrittenBlocks(const std::vector<Sink*>& sinks, Journal& journal);

  // Whether an earlier process wrote the block and what it wrote is still as it was.
  [[nodiscard]] bool recover(std::int64_t block, const Box& box);
  // The block was given to the sinks. Now and then the caller is made to flush.
  void add(Journal::Written block);
  // Flushes and records the rest, as far as that succeeds: for a run that is about to fail.
  void settle() noexcept;

 private:
  void flush(const std::vector<Journal::Written>& blocks);

  std::vector<Sink*> sinks_;
  Journal& journal_;
  std::mutex mutex_;
  std::vector<Journal::Written> waiting_;
  bool is_flushing_ = false;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace preamar::blocks
