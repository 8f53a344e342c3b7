// One task of a job. It holds the lock of the job while it runs, reads the records of earlier tasks and writes its own;
// its last record says that it is done.
#pragma once

#include "blocks/families/seam.h"
#include "blocks/job/job.h"
#include "blocks/outputs/stage_outputs.h"
#include "blocks/run/block_visits.h"
#include "platform/lock.h"

#include <preamar/job.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace preamar::blocks {

class JobTask {
 public:
  // Throws Error (io) if the job does not have its outputs any more.
  JobTask(Job& job, const PlanFile& plan, const JobStage& stage, std::int64_t number, const Execution& on);
  JobTask(const JobTask&) = delete;
  JobTask& operator=(const JobTask&) = delete;

  [[nodiscard]] TaskReport run();

 private:
  [[nodiscard]] const Program& program() const { return job_.program(); }
  [[nodiscard]] const Operation& operation(std::size_t step) const { return program().steps[step].operation; }
  [[nodiscard]] const PassWork& work() const { return job_.work(stage_.pass); }
  [[nodiscard]] int round(std::size_t step) const { return job_.schedule().round(step, stage_.pass); }
  // What a step keeps, in the round of this pass unless another one is named.
  [[nodiscard]] StateKey key(StateKind kind, std::size_t step, std::int64_t node) const {
    return {kind, step, round(step), node};
  }
  [[nodiscard]] ObjectState& state() { return outputs_.objects(); }
  void require_lock() const;
  // Throws Error (io) if a plan that somebody changed has more tasks or levels than there are.
  void require_task(std::int64_t number, std::int64_t count) const;
  // block_tasks.cpp
  void run_block();
  void run_smaller();
  // Visits a block, and adds up what it read and wrote. `after` is called before the digests are recorded.
  void visit(const BlockVisit& visit, const BlockVisits::Summarise& summarise, const std::function<void()>& after);
  [[nodiscard]] bool is_block_done(const BlockVisit& visit);
  // Whether the digests of the inputs that a visit reads, and another one reads again, are recorded.
  [[nodiscard]] bool knows_inputs(const Digests& digests, const BlockWork& work, std::int64_t block) const;
  [[nodiscard]] Digests digests_of(std::int64_t block);
  void require_digests(const BlockVisit& visit, const BlockVisits& visits, const Digests& digests);
  // The results of the steps that a visit needs.
  [[nodiscard]] std::vector<Bytes> border_results(const BlockWork& work, std::int64_t block);
  [[nodiscard]] std::vector<Bytes> root_results(const BlockWork& work);
  [[nodiscard]] std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> values_around(const BlockWork& work,
                                                                                              std::int64_t block);

  // tree_tasks.cpp
  using Records = std::map<std::int64_t, Bytes>;  // of the merges of a group, by node
  void run_merge();
  void run_split();
  // Known before this pass; empty before the first round.
  [[nodiscard]] Bytes root_result(std::size_t step);
  [[nodiscard]] Bytes summary_of(std::size_t step, std::int64_t node);
  // Whether a node is below the groups of this stage.
  [[nodiscard]] bool is_below(const Node& node) const { return job_.groups().is_below(node, stage_.level); }
  [[nodiscard]] Bytes merge_below(std::size_t step, std::int64_t index, Records& records);
  void fold_below(std::size_t step, std::int64_t index, Fold& fold);
  void split_below(std::size_t step, std::int64_t index, const Records& records, Bytes result);
  [[nodiscard]] bool are_borders_known(std::size_t step, std::int64_t index);

  // exchange_tasks.cpp
  struct Exchange {
    std::vector<std::int32_t> versions;  // per block: the round in which it published its values; -1: none
    std::vector<std::uint32_t> awake;    // blocks to visit in this round
  };
  [[nodiscard]] Exchange exchange_of(int step, int round);
  // The number of a block among all blocks.
  [[nodiscard]] std::size_t number_of(std::int64_t block) const;
  [[nodiscard]] SeamValues seam_values(int step, int version, std::int64_t block);
  // After the last round.
  [[nodiscard]] SeamValues values_at_rest(std::size_t step, std::int64_t block);
  [[nodiscard]] bool is_exchange_done(int step, int round, std::int64_t block);
  void run_exchange();
  void run_round();

  // commit_task.cpp
  void run_commit();
  void require_same_inputs() const;
  void commit_outputs(std::vector<StepOutcome>& outcomes);
  // Notes that the plan is done; `next` is empty if the job is.
  void end_plan(const Path& next);

  Job& job_;
  const PlanFile& plan_;
  const JobStage& stage_;
  const std::int64_t index_;  // of the task in its stage
  const Execution& on_;
  std::unique_ptr<FileLock> commit_lock_;
  RunOutputs run_outputs_;
  StageOutputs outputs_;
  std::map<int, std::vector<std::int32_t>> rest_;  // per step that exchanged values: versions at rest
  TaskReport report_;
};

// The names of stages.
inline constexpr const char* stage_blocks = "blocks";
inline constexpr const char* stage_merge = "merge";
inline constexpr const char* stage_split = "split";
inline constexpr const char* stage_exchange = "exchange";
inline constexpr const char* stage_round = "round";
inline constexpr const char* stage_smaller = "smaller";
inline constexpr const char* stage_commit = "commit";

// Two processes that rename at the same time would undo each other's work: waits for the other one. Null in a store,
// where nothing is renamed. Throws Error (io) if the other one does not end within the lifetime of a lease.
[[nodiscard]] std::unique_ptr<FileLock> commit_lock(const PlanFile& plan, const Execution& on);

// The report of the last task of a plan, if it is done.
[[nodiscard]] std::optional<TaskReport> ended_plan(const PlanFile& plan);

// Throws Error if tasks of several processes cannot do the call.
void require_job_call(const JobCall& call);
// Throws Error (io) if the stages of the plan are not those of the job. The levels of a pyramid are for the tasks to
// check.
void require_stages(const Job& job, const PlanFile& plan);
// Removes the state of a job that has ended, if its first plan is here; other jobs are left as they are.
void clear_up_ended(const Path& first);

// Begins a stage and writes its first plan: that of an exchange of values if it has one. `is_first`: it is the first
// plan of the job, and has its name.
[[nodiscard]] PlanFile begin_stage(const Job& job, RunOutputs& run, PlanFile plan, bool is_first);
// The plan after the exchanges of a step, in the same stage.
[[nodiscard]] PlanFile plan_after_exchange(const Job& job, PlanFile plan, StageOutputs& outputs);
// The plan of the next round of an exchange.
[[nodiscard]] PlanFile plan_of_round(PlanFile plan, std::int64_t awake);

}  // namespace preamar::blocks
