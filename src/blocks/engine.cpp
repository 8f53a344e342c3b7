#include "blocks/engine.h"

#include "blocks/arena.h"
#include "blocks/written_blocks.h"
#include "core/assert.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

namespace preamar::blocks {
namespace {

// A source serves one thread at a time: each reader takes a free source or opens another.
class SourcePool {
 public:
  explicit SourcePool(const std::function<std::unique_ptr<io::Source>()>& open) : open_(open) {}

  void read(const Box& box, ImageView to) {
    std::unique_ptr<io::Source> source = take();
    source->read(box.origin.data(), to);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(source));
  }

  // The file's name; empty before the first read.
  [[nodiscard]] std::string name() {
    const std::lock_guard lock(mutex_);
    return free_.empty() ? "" : free_.back()->file().string();
  }

 private:
  std::unique_ptr<io::Source> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<io::Source> source = std::move(free_.back());
        free_.pop_back();
        return source;
      }
    }
    return open_();
  }

  std::function<std::unique_ptr<io::Source>()> open_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<io::Source>> free_;
};

class Traversal {
 public:
  Traversal(const Task& task, const Tree& tree, const BlockStreams& streams, RunState& state, Journal& journal,
            const Execution& on, WorkerPool& workers)
      : task_(task),
        tree_(tree),
        family_(family_of(*task.form)),
        streams_(streams),
        state_(state),
        journal_(journal),
        written_(streams.outputs, journal),
        on_(on),
        workers_(workers) {
    for (const auto& open : streams.inputs) pools_.push_back(std::make_unique<SourcePool>(open));
    devices_take_ = task.op->on_devices.contains(task.inputs[0].dtype);
    if (!workers.has_cpu() && !(devices_take_ && (!family_.local || family_.has_local_on_devices)))
      throw Error(ErrorKind::device, text(task.op->name, ": ", on.device, " cannot do all of it on ",
                                          name_of(task.inputs[0].dtype), "; name the cpu too, as cpu+", on.device));
    visits_ = std::int64_t{reads_per_block(task)} * tree.block_count();
  }

  Outcome run() {
    Outcome outcome;
    for (round_ = 0; round_ < family_.rounds(task_); ++round_)
      root_result_ = family_.make_fold ? folded() : family_.finish_root(task_, round_, up(Tree::root()));
    if (family_.finish) finish_all();
    for (const ImageType& result : task_.results)
      if (!is_blockwise(task_, result)) outcome.others.emplace_back(result);
    const std::vector<ImageView> others(outcome.others.begin(), outcome.others.end());
    if (family_.conclude) outcome.found = family_.conclude(task_, root_result_, others);
    outcome.counters = {tree_.block_count(), reads_, writes_, bytes_read_, bytes_written_, workers_.shares()};
    return outcome;
  }

 private:
  // The name of a node's bytes in the run's state.
  static std::string name(std::string_view what, int round, std::int64_t index) {
    return text(round, "-", index, ".", what);
  }
  [[nodiscard]] std::string summary_name(std::int64_t index) const { return name("summary", round_, index); }

  Bytes folded() {
    const auto at_once = static_cast<int>(std::min<std::int64_t>(workers_.size(), tree_.block_count()));
    const std::unique_ptr<Fold> fold = family_.make_fold(task_, round_, root_result_, at_once);
    fold_all(Tree::root(), *fold);
    return fold->take();
  }

  void fold_all(std::int64_t index, Fold& fold) {
    const Node node = tree_.node(index);
    if (!node.is_block())
      return workers_.invoke_both([&] { fold_all(node.low, fold); }, [&] { fold_all(node.high, fold); });
    with_piece(index, node, family_.has_local_on_devices, [&](const Piece& piece) {
      family_.fold_block(task_, piece, round_, root_result_, fold);
      return Bytes();
    });
    report_progress(1);
  }

  // The summary of a node; reused if an earlier process of this run stored it.
  Bytes up(std::int64_t index) {
    const Node node = tree_.node(index);
    if (auto known = state_.get(summary_name(index)); known && is_complete(index)) {
      report_progress(node.blocks);
      return std::move(*known);
    }
    Bytes summary = node.is_block() ? local(index, node) : merged(index, node);
    state_.put(summary_name(index), summary);
    if (!node.is_block()) {
      state_.drop(summary_name(node.low));
      state_.drop(summary_name(node.high));
    }
    return summary;
  }

  Bytes local(std::int64_t index, const Node& node) {
    Bytes summary = with_piece(index, node, family_.has_local_on_devices,
                               [&](const Piece& piece) { return family_.local(task_, piece, round_, root_result_); });
    report_progress(1);
    return summary;
  }

  Bytes merged(std::int64_t index, const Node& node) {
    Bytes low, high;
    workers_.invoke_both([&] { low = up(node.low); }, [&] { high = up(node.high); });
    Merged both = family_.merge(task_, tree_.seam(node), round_, low, high);
    if (family_.split) state_.put(name("merge", round_, index), both.merge_record);
    return std::move(both.summary);
  }

  // Whether everything that a summary from an earlier process relies on exists: the records of the merges below it, and
  // the digests of blocks that are read again.
  bool is_complete(std::int64_t index) {
    const Node node = tree_.node(index);
    if (node.is_block()) return reads_per_block(task_) == 1 || journal_.knows_input(index);
    if (family_.split && !state_.get(name("merge", round_, index))) return false;
    return is_complete(node.low) && is_complete(node.high);
  }

  void finish_all() {
    try {
      down(Tree::root(), root_result_);
    } catch (...) {
      written_.settle();
      throw;
    }
  }

  void down(std::int64_t index, const Bytes& border_result) {
    const Node node = tree_.node(index);
    if (node.is_block()) return finish(index, node, border_result);
    std::pair<Bytes, Bytes> parts;
    if (family_.split) {
      const int last_round = round_ - 1;
      const auto merge_record = state_.get(name("merge", last_round, index));
      if (!merge_record)
        throw Error(ErrorKind::io, text(task_.op->name, ": a record of this run is lost or broken; resume the run to ",
                                        "compute it again: ", setting("resume", "true")));
      parts = family_.split(task_, tree_.seam(node), *merge_record, border_result);
    }
    const auto part = [&](const Bytes& own) -> const Bytes& { return family_.split ? own : border_result; };
    workers_.invoke_both([&] { down(node.low, part(parts.first)); }, [&] { down(node.high, part(parts.second)); });
  }

  void finish(std::int64_t index, const Node& node, const Bytes& border_result) {
    if (!written_.recover(index, node.box)) {
      with_piece(index, node, true, [&](const Piece& piece) {
        std::vector<Image> results;
        for (const ImageType& result : task_.results)
          if (is_blockwise(task_, result)) results.emplace_back(result.dtype, node.box.shape);
        const std::vector<ImageView> outs(results.begin(), results.end());
        family_.finish(task_, piece, border_result, outs);
        Journal::Written written{index, std::vector<std::uint64_t>(outs.size())};
        for (std::size_t i = 0; i < outs.size(); ++i) {
          if (streams_.outputs[i]) written.digests[i] = streams_.outputs[i]->write(node.box.origin.data(), outs[i]);
          bytes_written_ += outs[i].shape().count() * size_of(outs[i].dtype());
        }
        ++writes_;
        written_.add(std::move(written));
        return Bytes();
      });
    }
    report_progress(1);
  }

  // Reads the block and its halo, then calls work() on a free worker.
  template <class Work>
  Bytes with_piece(std::int64_t index, const Node& node, bool may_be_device, const Work& work) {
    if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
    const Box box = widened(node.box, task_.halo, task_.image);
    std::vector<Image> inputs;
    for (std::size_t i = 0; i < pools_.size(); ++i) {
      inputs.emplace_back(task_.inputs[i].dtype, box.shape);
      pools_[i]->read(box, inputs.back());
      bytes_read_ += box.shape.count() * size_of(task_.inputs[i].dtype);
    }
    ++reads_;
    const std::vector<ConstImageView> views(inputs.begin(), inputs.end());
    if (reads_per_block(task_) > 1) require_same(index, views);
    const WorkerPool::Lease lease(workers_, may_be_device && devices_take_);
    return work(Piece{views, box, node.box, task_.image, task_.options, lease.on()});
  }

  void require_same(std::int64_t index, const std::vector<ConstImageView>& inputs) {
    std::uint64_t sum = 0;
    for (const ConstImageView& input : inputs) sum = digest(input, sum);
    if (journal_.is_same_input(index, sum)) return;
    std::string names;
    for (const auto& pool : pools_) names += text(names.empty() ? "" : " or ", pool->name());
    throw Error(ErrorKind::io, text(names, ": changed between two reads of the same block; run ", task_.op->name,
                                    " again once nothing writes to it"));
  }

  void report_progress(std::int64_t blocks) {
    if (!on_.progress) return;
    const std::lock_guard lock(progress_mutex_);
    visited_ += blocks;
    on_.progress(std::min(1.0, static_cast<double>(visited_) / static_cast<double>(visits_)));
  }

  const Task& task_;
  const Tree& tree_;
  const Family& family_;
  const BlockStreams& streams_;
  RunState& state_;
  Journal& journal_;
  WrittenBlocks written_;
  const Execution& on_;
  WorkerPool& workers_;
  bool devices_take_ = false;  // whether the operator runs on devices for this dtype
  std::vector<std::unique_ptr<SourcePool>> pools_;
  int round_ = 0;
  Bytes root_result_;  // of the last round
  std::atomic<std::int64_t> reads_{0}, writes_{0}, bytes_read_{0}, bytes_written_{0};
  std::mutex progress_mutex_;
  std::int64_t visited_ = 0, visits_ = 0;  // blocks so far, counting each read, and in total
};

}  // namespace

int reads_per_block(const Task& task) {
  const Family& family = family_of(*task.form);
  return family.rounds(task) + (family.finish ? 1 : 0);
}

int writes_per_block(const Task& task) { return family_of(*task.form).finish ? 1 : 0; }

Outcome run(const Task& task, const Tree& tree, const BlockStreams& streams, RunState& state, Journal& journal,
            const Execution& on) {
  PREAMAR_ASSERT(streams.inputs.size() == task.inputs.size(), "each input has a stream");
  WorkerPool workers(on);
  Traversal traversal(task, tree, streams, state, journal, on, workers);
  if (workers.size() == 1 || workers.has_own_threads()) return traversal.run();
  return in_arena(workers.size(), [&] { return traversal.run(); });
}

}  // namespace preamar::blocks
