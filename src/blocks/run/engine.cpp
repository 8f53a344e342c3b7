#include "blocks/run/engine.h"

#include "blocks/outputs/written_blocks.h"
#include "blocks/program/pass_cost.h"
#include "blocks/program/pass_progress.h"
#include "blocks/run/block_queue.h"
#include "blocks/workers/arena.h"
#include "core/assert.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>
#include <map>
#include <string>

namespace preamar::blocks {
namespace {

using PerStep = std::vector<Bytes>;

// About the number of blocks that a killed run reads again, beside those of the last seconds.
constexpr std::int64_t blocks_per_flush = 16;

class Traversal {
 public:
  Traversal(const Program& program, const Tree& tree, const BlockStreams& streams, State& state, Digests& digests,
            const Execution& on, WorkerPool& workers)
      : program_(program),
        schedule_(program),
        tree_(tree),
        state_(state),
        digests_(digests),
        pools_(source_pools(streams.inputs)),
        blocks_(program, schedule_, pools_, streams, digests, on, workers),
        written_(streams.outputs, digests),
        progress_(pass_costs(program, schedule_), on, streams.phase),
        workers_(workers),
        root_results_(program.steps.size()) {
    for (std::size_t i = 0; i < program.steps.size(); ++i) seams_.push_back(std::make_unique<SeamStore>(state, i));
  }

  Outcome run() {
    try {
      for (pass_ = 0; pass_ < schedule_.passes(); ++pass_) {
        run_pass();
        digests_.flush();
      }
    } catch (...) {
      written_.settle();
      throw;
    }
    Outcome outcome;
    for (std::size_t i = 0; i < program_.steps.size(); ++i)
      outcome.steps.push_back(concluded(operation(i), root_results_[i]));
    outcome.counters = blocks_.counters();
    outcome.counters.blocks = tree_.block_count();
    return outcome;
  }

 private:
  [[nodiscard]] const Operation& operation(std::size_t step) const { return program_.steps[step].operation; }
  [[nodiscard]] int round(std::size_t step) const { return schedule_.round(step, pass_); }

  [[nodiscard]] StateKey summary_key(std::size_t step, std::int64_t index) const {
    return {StateKind::summary, step, round(step), index};
  }

  void run_pass() {
    work_ = work_of_pass(program_, schedule_, pass_);
    visits_leaves_ = !work_.written.empty() || !work_.folded.empty();
    is_summarised_ = !work_.exchanged.empty() && work_.summarised.size() == work_.folded.size();
    folds_.clear();
    const auto at_once = static_cast<int>(std::min<std::int64_t>(workers_.size(), tree_.block_count()));
    for (const std::size_t i : work_.folded)
      folds_[i] = as_kind<FoldKind>(operation(i)).make(operation(i), round(i), root_results_[i], at_once);
    const bool visits_all = visits_leaves_ || !work_.summarised.empty();
    const auto visits = std::ssize(work_.exchanged) + (visits_all ? 1 : 0);
    progress_.begin(static_cast<std::size_t>(pass_), visits * tree_.block_count());
    for (const std::size_t step : work_.exchanged) relax_all(step);
    if (work_.merged.empty() && !visits_leaves_) return;
    const PerStep summaries = visit(Tree::root(), root_results_, work_.merged);
    for (const std::size_t step : work_.merged)
      root_results_[step] = tree_steps_of(operation(step)).finish_root(operation(step), summaries[step]);
    for (const auto& [step, fold] : folds_)
      root_results_[step] = as_kind<FoldKind>(operation(step)).root(operation(step), fold->take());
  }

  // Visits blocks until the values of a step at their borders are final.
  void relax_all(std::size_t step) {
    BlockQueue queue(tree_, *seams_[step], as_kind<RelaxationKind>(operation(step)).starts_around,
                     {.visit = [&](std::int64_t index, auto around) { return relaxed(step, index, around); },
                      .may_reuse = [&](std::int64_t index) { return is_complete(step, index); },
                      .on_wake = [&] { progress_.expect(1); },
                      .on_reuse = [&] { progress_.skip(1); }});
    queue.run(workers_);
  }

  SeamValues relaxed(std::size_t step, std::int64_t index, const std::vector<std::uint64_t>& around) {
    SeamValues values;
    BlockVisit visit{index, tree_.node(index).box, work_for(program_, {step}, {}), root_results_, root_results_};
    visit.around.emplace_back(step, around);
    (void)blocks_.visit(visit, [&](std::size_t, const BlockView& view) {
      values = as_kind<RelaxationKind>(operation(step)).relax(operation(step), view);
    });
    seams_[step]->put(index, values);
    progress_.add(1);
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
      if (!is_summarised_) progress_.skip(node.blocks);
      return summaries;
    }
    if (node.is_block())
      visit_block(index, node, border_results, missing, summaries);
    else
      visit_halves(index, node, border_results, missing, summaries);
    for (const std::size_t step : missing) state_.put(summary_key(step, index), summaries[step]);
    if (!node.is_block() && !missing.empty()) {
      // Without the digests of its blocks a summary is useless: see is_complete().
      if (node.blocks >= blocks_per_flush) digests_.flush();
      for (const std::size_t step : missing)
        for (const std::int64_t half : {node.low, node.high}) state_.drop(summary_key(step, half));
    }
    return summaries;
  }

  void visit_halves(std::int64_t index, const Node& node, const PerStep& border_results,
                    const std::vector<std::size_t>& missing, PerStep& summaries) {
    const Seam seam = Tree::seam(node);
    PerStep low_results(border_results.size()), high_results(border_results.size());
    for (const std::size_t i : work_.known)
      std::tie(low_results[i], high_results[i]) =
          tree_steps_of(operation(i)).split(operation(i), seam, merge_record(i, index), border_results[i]);
    PerStep low, high;
    workers_.invoke_both([&] { low = visit(node.low, low_results, missing); },
                         [&] { high = visit(node.high, high_results, missing); });
    // If another part of the tree failed, oneTBB returns without having called both.
    if (low.empty() || high.empty()) throw Error(ErrorKind::stopped, "stopped");
    for (const std::size_t step : missing) {
      Merged both = tree_steps_of(operation(step)).merge(operation(step), seam, low[step], high[step]);
      state_.put({StateKind::merge, step, round(step), index}, both.merge_record);
      summaries[step] = std::move(both.summary);
    }
  }

  Bytes merge_record(std::size_t step, std::int64_t index) {
    auto record = state_.get({StateKind::merge, step, rounds_of(operation(step)) - 1, index});
    if (!record)
      throw Error(ErrorKind::io,
                  text(operation(step).op->name, ": a record of this run is lost or broken; resume the run ",
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
        if (work.read[i] && blocks_.is_read_again(i) && !digests_.knows_input(i, index)) return false;
      return true;
    }
    if (!state_.get({StateKind::merge, step, round(step), index})) return false;
    return is_complete(step, node.low) && is_complete(step, node.high);
  }

  void visit_block(std::int64_t index, const Node& node, const PerStep& border_results,
                   const std::vector<std::size_t>& missing, PerStep& summaries) {
    std::vector<std::size_t> summarised = missing, written = work_.written;
    summarised.insert(summarised.end(), work_.folded.begin(), work_.folded.end());
    if (!written.empty() && written_.recover(written, index, node.box)) written.clear();
    const BlockWork work = work_for(program_, summarised, written);
    if (work.is_empty()) {
      progress_.skip(1);
    } else {
      BlockVisit visit{index, node.box, work, border_results, root_results_};
      for (std::size_t i = 0; i < program_.steps.size(); ++i)
        if (is_kind<RelaxationKind>(operation(i)) &&
            (work.computed[i] || std::ranges::find(summarised, i) != summarised.end()))
          visit.around.emplace_back(i, seams_[i]->require(index).around);
      Digests::Written digests = blocks_.visit(visit, [&](std::size_t step, const BlockView& view) {
        summaries[step] = summarise(operation(step), view, [&](const FoldKind& kind) {
          kind.add(operation(step), view, round(step), root_results_[step], *folds_.at(step));
          return Bytes();
        });
      });
      if (!work.written.empty()) written_.add(std::move(digests));
      progress_.add(1);
    }
  }

  const Program& program_;
  const Schedule schedule_;
  const Tree& tree_;
  State& state_;
  Digests& digests_;
  std::vector<std::unique_ptr<SourcePool>> pools_;
  BlockVisits blocks_;
  WrittenBlocks written_;
  PassProgress progress_;
  WorkerPool& workers_;
  int pass_ = 0;
  PassWork work_;                                       // of this pass
  bool visits_leaves_ = false;                          // this pass writes, or has summaries that are not kept
  bool is_summarised_ = false;                          // relaxing the steps of this pass gave all summaries
  PerStep root_results_;                                // of the last round
  std::vector<std::unique_ptr<SeamStore>> seams_;       // per step
  std::map<std::size_t, std::unique_ptr<Fold>> folds_;  // of this pass, by step
};

}  // namespace

Outcome run(const Program& program, const Tree& tree, const BlockStreams& streams, State& state, Digests& digests,
            const Execution& on) {
  PREAMAR_ASSERT(streams.inputs.size() == program.inputs.size(), "each input has a stream");
  PREAMAR_ASSERT(streams.outputs.size() == program.outputs.size(), "each output has a sink");
  WorkerPool workers(on, streams.workers, streams.ahead);
  Traversal traversal(program, tree, streams, state, digests, on, workers);
  const int threads = workers.size() + streams.ahead;
  if (threads == 1 || workers.has_own_threads()) return traversal.run();
  return in_arena(threads, [&] { return traversal.run(); });
}

}  // namespace preamar::blocks
