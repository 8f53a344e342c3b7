// Tracks which blocks are durable in the outputs. Blocks of a few seconds are flushed together, and only then recorded
// in the state.
#pragma once

#include "blocks/state/digests.h"
#include "core/box.h"
#include "io/source.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace preamar::blocks {

class WrittenBlocks {
 public:
  // A sink is null if an earlier process completed the output.
  WrittenBlocks(const std::vector<io::Sink*>& sinks, Digests& digests);

  // Whether an earlier process wrote the block to these outputs and its stored bytes are unchanged.
  [[nodiscard]] bool recover(std::span<const std::size_t> outputs, std::int64_t block, const Box& box);
  // The sinks have written the block. Flushes if the last flush is some seconds old.
  void add(Digests::Written block);
  // Flushes the remaining blocks and records them if that succeeds, and the digests of inputs. For a run that is about
  // to fail.
  void settle() noexcept;

 private:
  void flush(const std::vector<Digests::Written>& blocks);

  std::vector<io::Sink*> sinks_;
  Digests& digests_;
  std::mutex mutex_;
  std::vector<Digests::Written> waiting_;
  bool is_flushing_ = false;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace preamar::blocks
