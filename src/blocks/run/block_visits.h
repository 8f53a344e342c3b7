// The work of a pass on one block: read its inputs, compute, summarise, write its outputs. The engine calls it for all
// blocks of a run; a task of a job calls it for one.
#pragma once

#include "blocks/program/pass_work.h"
#include "blocks/program/phases.h"
#include "blocks/run/block_images.h"
#include "blocks/state/digests.h"
#include "blocks/workers/io_threads.h"
#include "blocks/workers/source_pool.h"
#include "blocks/workers/worker_pool.h"
#include "io/source.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace preamar::blocks {

// The sources and sinks of blocks.
struct BlockStreams {
  std::vector<std::function<std::unique_ptr<io::Source>()>> inputs;  // each opens its input
  std::vector<io::Sink*> outputs;  // one per output of the program; null if an earlier process completed it
  int workers = 0;                 // blocks that are processed at one time; 0: one per thread or device
  int ahead = 0;                   // blocks that are read or written while the workers process others
  int io_threads = 0;              // chunks of them that are read or written at one time
  PhaseFunction phase = {};        // receives the phases of the run
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

// One visit of a block.
struct BlockVisit {
  std::int64_t index;
  Box box;
  BlockWork work;
  std::span<const Bytes> border_results, root_results;                          // as BlockImages has them
  std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> around = {};  // as BlockImages::set_around
};

// Thread-safe for different blocks.
class BlockVisits {
 public:
  // Throws Error (device) if no worker can do a step. `pools` has the sources of each input.
  BlockVisits(const Program& program, const Schedule& schedule, std::span<const std::unique_ptr<SourcePool>> pools,
              const BlockStreams& streams, Digests& digests, const Execution& on, WorkerPool& workers);

  // Calls summarise() for each step that the work summarises. Returns the digests of the outputs. Throws
  // Error (io) if the pixels of an input have changed since their first read.
  using Summarise = std::function<void(std::size_t step, const BlockView& view)>;
  Digests::Written visit(const BlockVisit& visit, const Summarise& summarise);

  // Whether the input is read by several passes, so that its pixels are compared.
  [[nodiscard]] bool is_read_again(std::size_t input) const { return is_read_again_[input]; }
  // Without the number of blocks.
  [[nodiscard]] Counters counters() const;

 private:
  void require_worker(const Operation& operation) const;
  void read(const BlockVisit& visit, BlockImages& images);
  void require_same(std::size_t input, const BlockVisit& visit, ConstImageView pixels);
  Digests::Written write(const BlockVisit& visit, const BlockImages& images);
  std::uint64_t write_chunks(io::Sink& sink, const Box& box, ConstImageView pixels);
  void count_towards_trim(std::int64_t bytes);
  [[nodiscard]] bool may_be_device(const BlockWork& work) const;

  const Program& program_;
  const Schedule& schedule_;
  std::span<const std::unique_ptr<SourcePool>> pools_;
  const BlockStreams& streams_;
  Digests& digests_;
  const Execution& on_;
  WorkerPool& workers_;
  IoThreads io_threads_;
  std::vector<bool> is_read_again_;  // per input
  std::atomic<std::int64_t> reads_{0}, writes_{0}, bytes_read_{0}, bytes_written_{0}, untrimmed_{0};
  std::vector<std::atomic<std::int64_t>> reads_of_, writes_of_;
};

}  // namespace preamar::blocks
