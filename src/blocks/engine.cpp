#include "blocks/engine.h"

#include "blocks/arena.h"
#include "blocks/block_images.h"
#include "blocks/block_queue.h"
#include "blocks/io_threads.h"
#include "blocks/source_pool.h"
#include "blocks/written_blocks.h"
#include "core/assert.h"
#include "core/chunk_parts.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "platform/memory.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

namespace preamar::blocks {
namespace {

using PerStep = std::vector<Bytes>;

// Bytes of blocks after which freed memory returns to the system. Codecs allocate aligned buffers in every thread, and
// glibc before 2.38 rarely finds the freed ones again: its heaps would grow beyond the budget.
constexpr std::int64_t trim_interval = std::int64_t{16} << 20;

class Traversal {
 public:
  Traversal(const Program& program, const Tree& tree, const BlockStreams& streams, RunState& state, Journal& journal,
            const Execution& on, WorkerPool& workers)
      : program_(program),
        schedule_(program),
        tree_(tree),
        streams_(streams),
        state_(state),
        journal_(journal),
        written_(streams.outputs, journal),
        on_(on),
        workers_(workers),
        io_threads_(streams.io_threads, on.stop),
        root_results_(program.steps.size()),
        folds_(program.steps.size()),
        reads_of_(program.inputs.size()),
        writes_of_(program.outputs.size()) {
    for (const auto& open : streams.inputs) pools_.push_back(std::make_unique<SourcePool>(open, io_threads_));
    for (const Step& step : program.steps) {
      require_worker(step.task);
      seams_.push_back(std::make_unique<SeamStore>(state, seams_.size()));
    }
    const std::vector<int> reads = reads_of_inputs(program);
    for (const int times : reads) is_read_again_.push_back(times > 1);
    visits_ = std::int64_t{schedule_.passes()} * tree.block_count();
  }

  Outcome run() {
    try {
      for (pass_ = 0; pass_ < schedule_.passes(); ++pass_) run_pass();
    } catch (...) {
      written_.settle();
      throw;
    }
    Outcome outcome;
    for (std::size_t i = 0; i < program_.steps.size(); ++i) outcome.steps.push_back(concluded(i));
    outcome.counters = {.blocks = tree_.block_count(),
                        .reads = reads_,
                        .writes = writes_,
                        .reads_of = {reads_of_.begin(), reads_of_.end()},
                        .writes_of = {writes_of_.begin(), writes_of_.end()},
                        .bytes_read = bytes_read_,
                        .bytes_written = bytes_written_,
                        .shares = workers_.shares()};
    return outcome;
  }

 private:
  [[nodiscard]] const Task& task(std::size_t step) const { return program_.steps[step].task; }
  [[nodiscard]] const Family& family(std::size_t step) const { return family_of(*task(step).form); }
  [[nodiscard]] int round(std::size_t step) const { return schedule_.round(step, pass_); }

  [[nodiscard]] StateKey summary_key(std::size_t step, std::int64_t index) const {
    return {StateKind::summary, step, round(step), index};
  }

  void require_worker(const Task& task) const {
    const Family& family = family_of(*task.form);
    const bool devices_take_all = devices_take(task) &&
                                  ((!family.local && !family.relax) || family.has_local_on_devices) &&
                                  (!family.finish || family.has_finish_on_devices);
    if (!workers_.has_cpu() && !devices_take_all)
      throw Error(ErrorKind::device, text(task.op->name, ": ", on_.device, " cannot do all of it on ",
                                          name_of(task.inputs[0].dtype), "; name the cpu too, as cpu+", on_.device));
  }
  static bool devices_take(const Task& task) { return task.op->on_devices.contains(task.inputs[0].dtype); }

  void run_pass() {
    merged_.clear();
    bool has_folds = false, has_relaxed = false;
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      folds_[i].reset();
      if (round(i) < 0) continue;
      if (family(i).relax) {
        relax_all(i);
        has_relaxed = true;
        if (!family(i).merge) continue;
      }
      if (!family(i).make_fold) {
        merged_.push_back(i);
        continue;
      }
      const auto at_once = static_cast<int>(std::min<std::int64_t>(workers_.size(), tree_.block_count()));
      folds_[i] = family(i).make_fold(task(i), round(i), root_results_[i], at_once);
      has_folds = true;
    }
    visits_leaves_ = has_folds || !schedule_.written(pass_).empty();
    if (merged_.empty() && !visits_leaves_) return;
    if (has_relaxed) expect_visits(tree_.block_count());
    const PerStep summaries = visit(Tree::root(), root_results_, merged_);
    for (const std::size_t step : merged_)
      root_results_[step] = family(step).finish_root(task(step), round(step), summaries[step]);
    for (std::size_t i = 0; i < folds_.size(); ++i)
      if (folds_[i]) root_results_[i] = folds_[i]->take();
  }

  // Visits blocks until the values of a step at their borders are final.
  void relax_all(std::size_t step) {
    BlockQueue queue(tree_, *seams_[step], family(step).starts_around,
                     {.visit = [&](std::int64_t index, auto around) { return relaxed(step, index, around); },
                      .may_reuse = [&](std::int64_t index) { return is_complete(step, index); },
                      .on_wake = [&] { expect_visits(1); },
                      .on_reuse = [&] { report_progress(1); }});
    queue.run(workers_);
  }

  SeamValues relaxed(std::size_t step, std::int64_t index, const std::vector<std::uint64_t>& around) {
    const BlockWork work = work_for(program_, {step}, {});
    BlockImages images(program_, schedule_, tree_.node(index).box, root_results_, root_results_);
    images.set_around(step, around);
    read(index, work, images);
    SeamValues values;
    {
      const WorkerPool::Lease lease(workers_, may_be_device(work));
      images.compute(work.computed, lease.on());
      values = images.with_piece(step, lease.on(),
                                 [&](const Piece& piece) { return family(step).relax(task(step), piece); });
    }
    seams_[step]->put(index, values);
    report_progress(1);
    return values;
  }

  // Visits the blocks of a node, given the results for its border. Returns the summaries of the `wanted` steps.
  PerStep visit(std::int64_t index, const PerStep& border_results, const std::vector<std::size_t>& wanted) {
    const Node node = tree_.node(index);
    PerStep summaries(program_.steps.size());
    std::vector<std::size_t> missing;
    for (const std::size_t step : wanted)
      if (auto known = state_.get(summary_key(step, index)); known && is_complete(step, index))
        summaries[step] = std::move(*known);
      else
        missing.push_back(step);
    if (missing.empty() && !visits_leaves_) {
      report_progress(node.blocks);
      return summaries;
    }
    if (node.is_block())
      visit_block(index, node, border_results, missing, summaries);
    else
      visit_halves(index, node, border_results, missing, summaries);
    for (const std::size_t step : missing) state_.put(summary_key(step, index), summaries[step]);
    if (!node.is_block())
      for (const std::size_t step : missing)
        for (const std::int64_t half : {node.low, node.high}) state_.drop(summary_key(step, half));
    return summaries;
  }

  void visit_halves(std::int64_t index, const Node& node, const PerStep& border_results,
                    const std::vector<std::size_t>& missing, PerStep& summaries) {
    const Seam seam = Tree::seam(node);
    PerStep low_results(border_results.size()), high_results(border_results.size());
    for (std::size_t i = 0; i < border_results.size(); ++i) {
      if (is_known(i) && family(i).split)
        std::tie(low_results[i], high_results[i]) =
            family(i).split(task(i), seam, merge_record(i, index), border_results[i]);
    }
    PerStep low, high;
    workers_.invoke_both([&] { low = visit(node.low, low_results, missing); },
                         [&] { high = visit(node.high, high_results, missing); });
    // If another part of the tree failed, oneTBB returns without having called both.
    if (low.empty() || high.empty()) throw Error(ErrorKind::stopped, "stopped");
    for (const std::size_t step : missing) {
      Merged both = family(step).merge(task(step), seam, round(step), low[step], high[step]);
      if (family(step).split) state_.put({StateKind::merge, step, round(step), index}, both.merge_record);
      summaries[step] = std::move(both.summary);
    }
  }

  // Whether the pixels of a step can be computed in this pass, from results for borders.
  [[nodiscard]] bool is_known(std::size_t step) const {
    return family(step).finish && schedule_.available({static_cast<int>(step), 0}) <= pass_;
  }

  Bytes merge_record(std::size_t step, std::int64_t index) {
    const int last_round = family(step).rounds(task(step)) - 1;
    auto record = state_.get({StateKind::merge, step, last_round, index});
    if (!record)
      throw Error(ErrorKind::io, text(task(step).op->name, ": a record of this run is lost or broken; resume the run ",
                                      "to compute it again: ", setting("resume", "true")));
    return std::move(*record);
  }

  // Whether everything that a summary from an earlier process relies on exists: the records of the merges below it, and
  // the digests of blocks that are read again.
  bool is_complete(std::size_t step, std::int64_t index) {
    const Node node = tree_.node(index);
    if (node.is_block()) {
      const BlockWork work = work_for(program_, {step}, {});
      for (std::size_t i = 0; i < work.read.size(); ++i)
        if (work.read[i] && is_read_again_[i] && !journal_.knows_input(i, index)) return false;
      return true;
    }
    if (family(step).split && !state_.get({StateKind::merge, step, round(step), index})) return false;
    return is_complete(step, node.low) && is_complete(step, node.high);
  }

  void visit_block(std::int64_t index, const Node& node, const PerStep& border_results,
                   const std::vector<std::size_t>& missing, PerStep& summaries) {
    std::vector<std::size_t> summarised = missing, written = schedule_.written(pass_);
    for (std::size_t i = 0; i < folds_.size(); ++i)
      if (folds_[i]) summarised.push_back(i);
    if (!written.empty() && written_.recover(written, index, node.box)) written.clear();
    const BlockWork work = work_for(program_, summarised, written);
    if (!work.is_empty()) {
      BlockImages images(program_, schedule_, node.box, border_results, root_results_);
      for (std::size_t i = 0; i < program_.steps.size(); ++i)
        if (family(i).relax && (work.computed[i] || std::ranges::find(summarised, i) != summarised.end()))
          images.set_around(i, seams_[i]->require(index).around);
      read(index, work, images);
      {
        const WorkerPool::Lease lease(workers_, may_be_device(work));
        images.compute(work.computed, lease.on());
        for (const std::size_t step : summarised)
          images.with_piece(step, lease.on(), [&](const Piece& piece) {
            if (folds_[step])
              family(step).fold_block(task(step), piece, round(step), root_results_[step], *folds_[step]);
            else if (family(step).relax)
              summaries[step] = family(step).relax(task(step), piece).summary;  // the stored one is damaged
            else
              summaries[step] = family(step).local(task(step), piece, round(step), root_results_[step]);
          });
      }
      write(index, node, work, images);
    }
    report_progress(1);
  }

  void read(std::int64_t index, const BlockWork& work, BlockImages& images) {
    if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
    for (std::size_t i = 0; i < pools_.size(); ++i) {
      if (!work.read[i]) continue;
      const ImageView to = images.make_input(i);
      pools_[i]->read(images.box_of({.index = i}), to);
      const std::int64_t bytes = to.shape().count() * size_of(to.dtype());
      bytes_read_ += bytes;
      count_towards_trim(bytes);
      ++reads_of_[i];
      if (is_read_again_[i]) require_same(i, index, to);
    }
    ++reads_;
  }

  void count_towards_trim(std::int64_t bytes) {
    if ((untrimmed_ += bytes) < trim_interval) return;
    untrimmed_ = 0;
    os_trim_heap();
  }

  void require_same(std::size_t input, std::int64_t index, ConstImageView pixels) {
    if (journal_.is_same_input(input, index, digest(pixels, 0))) return;
    throw Error(ErrorKind::io, text(pools_[input]->name(), ": changed between two reads of the same block; run ",
                                    program_.name, " again once nothing writes to it"));
  }

  void write(std::int64_t index, const Node& node, const BlockWork& work, const BlockImages& images) {
    if (work.written.empty()) return;
    Journal::Written written{index, {}};
    for (const std::size_t output : work.written) {
      const ConstImageView pixels = images.in_block(program_.outputs[output]);
      if (streams_.outputs[output])
        written.digests.emplace_back(output, write_chunks(*streams_.outputs[output], node.box, pixels));
      bytes_written_ += pixels.shape().count() * size_of(pixels.dtype());
      ++writes_of_[output];
    }
    ++writes_;
    written_.add(std::move(written));
  }

  // The digest of a region is the sum of those of its chunks.
  std::uint64_t write_chunks(io::Sink& sink, const Box& box, ConstImageView pixels) {
    const std::vector<Box> parts = chunk_parts(box, sink.chunk());
    std::atomic<std::uint64_t> sum{0};
    io_threads_.each(std::ssize(parts), [&](std::int64_t i) {
      const Box& own = parts[static_cast<std::size_t>(i)];
      sum += sink.write(own.origin.data(), part(pixels, within(own, box)));
    });
    return sum;
  }

  [[nodiscard]] bool may_be_device(const BlockWork& work) const {
    for (std::size_t i = 0; i < program_.steps.size(); ++i)
      if (work.computed[i] && !(devices_take(task(i)) && family(i).has_finish_on_devices)) return false;
    return std::ranges::all_of(work.summarised, [&](std::size_t step) {
      return devices_take(task(step)) && family(step).has_local_on_devices;
    });
  }

  StepOutcome concluded(std::size_t step) {
    StepOutcome outcome;
    for (const ImageType& result : task(step).results)
      if (!is_blockwise(task(step), result)) outcome.others.emplace_back(result);
    const std::vector<ImageView> others(outcome.others.begin(), outcome.others.end());
    if (family(step).conclude) outcome.found = family(step).conclude(task(step), root_results_[step], others);
    return outcome;
  }

  void report_progress(std::int64_t blocks) {
    if (!on_.progress) return;
    const std::lock_guard lock(progress_mutex_);
    visited_ += blocks;
    progress_ = std::max(progress_, std::min(1.0, static_cast<double>(visited_) / static_cast<double>(visits_)));
    on_.progress(progress_);
  }

  // More visits than planned.
  void expect_visits(std::int64_t blocks) {
    const std::lock_guard lock(progress_mutex_);
    visits_ += blocks;
  }

  const Program& program_;
  const Schedule schedule_;
  const Tree& tree_;
  const BlockStreams& streams_;
  RunState& state_;
  Journal& journal_;
  WrittenBlocks written_;
  const Execution& on_;
  WorkerPool& workers_;
  IoThreads io_threads_;
  std::vector<std::unique_ptr<SourcePool>> pools_;
  std::vector<bool> is_read_again_;  // per input: more than one pass reads it
  int pass_ = 0;
  bool visits_leaves_ = false;                     // this pass writes, or has summaries that are not kept
  std::vector<std::size_t> merged_;                // steps whose summaries this pass merges along the tree
  PerStep root_results_;                           // of the last round
  std::vector<std::unique_ptr<SeamStore>> seams_;  // per step
  std::vector<std::unique_ptr<Fold>> folds_;       // per step, in this pass
  std::atomic<std::int64_t> reads_{0}, writes_{0}, bytes_read_{0}, bytes_written_{0}, untrimmed_{0};
  std::vector<std::atomic<std::int64_t>> reads_of_, writes_of_;
  std::mutex progress_mutex_;
  std::int64_t visited_ = 0, visits_ = 0;  // blocks so far, counting each pass, and in total
  double progress_ = 0;                    // the fraction that was reported last
};

}  // namespace

Outcome run(const Program& program, const Tree& tree, const BlockStreams& streams, RunState& state, Journal& journal,
            const Execution& on) {
  PREAMAR_ASSERT(streams.inputs.size() == program.inputs.size(), "each input has a stream");
  PREAMAR_ASSERT(streams.outputs.size() == program.outputs.size(), "each output has a sink");
  WorkerPool workers(on, streams.workers, streams.ahead);
  Traversal traversal(program, tree, streams, state, journal, on, workers);
  const int threads = workers.size() + streams.ahead;
  if (threads == 1 || workers.has_own_threads()) return traversal.run();
  return in_arena(threads, [&] { return traversal.run(); });
}

}  // namespace preamar::blocks
