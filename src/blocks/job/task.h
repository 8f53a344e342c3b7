// One task of a job. It holds the lock of the job while it runs, reads the records of earlier tasks and writes its own;
// its last record says that it is done.
#pragma once

#include "blocks/job/job.h"
#include "blocks/job/records.h"
#include "blocks/output_files.h"
#include "blocks/pipeline/folder.h"
#include "platform/lock.h"
#include "platform/work_folder.h"

#include <preamar/job.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace preamar::blocks {

// Where a stage has its record, by which it is known, and the results of its tasks: below the work folder of its first
// output, of the pipeline or of the plan.
struct StagePlaces {
  Path record, state;
};
[[nodiscard]] StagePlaces places_of(const Job& job, const OutputFiles& files, const Path& first_plan);
// Takes up the work folder of a job that writes no images, if it is there, or makes it.
[[nodiscard]] std::unique_ptr<WorkFolder> work_of_job(const Job& job, const Path& first_plan,
                                                      WorkFolder::IfMissing if_missing);

class JobTask {
 public:
  // Throws Error (io) if the job does not have its outputs any more.
  JobTask(Job& job, const PlanFile& plan, const JobStage& stage, std::int64_t number, const Execution& on);
  JobTask(const JobTask&) = delete;
  JobTask& operator=(const JobTask&) = delete;

  [[nodiscard]] TaskReport run();

 private:
  [[nodiscard]] const Program& program() const { return job_.program(); }
  [[nodiscard]] const Task& task(std::size_t step) const { return program().steps[step].task; }
  [[nodiscard]] const PassWork& work() const { return job_.work(stage_.pass); }
  [[nodiscard]] int round(std::size_t step) const { return job_.schedule().round(step, stage_.pass); }
  void require_lock() const;
  // Throws Error (io) if a plan that somebody changed has more tasks or levels than there are.
  void require_task(std::int64_t number, std::int64_t count) const;
  // Throws Error (io) unless this very job was planned here: a plan of somebody else can name any output.
  void require_begun();

  // block_tasks.cpp
  void run_block();
  void run_smaller();
  // Visits a block, and adds up what it read and wrote. `after` is called before the digests are recorded.
  void visit(const BlockVisit& visit, const BlockVisits::Summarise& summarise, const std::function<void()>& after);
  [[nodiscard]] bool is_block_done(const BlockVisit& visit);
  // Whether the digests of the inputs that a visit reads, and another one reads again, are recorded.
  [[nodiscard]] bool knows_inputs(const Journal& journal, const BlockWork& work, std::int64_t block) const;
  [[nodiscard]] Journal journal_of(std::int64_t block);
  void require_digests(const BlockVisit& visit, const BlockVisits& visits, const Journal& journal) const;
  // The results of the steps that a visit needs.
  [[nodiscard]] PerStep border_results(const BlockWork& work, std::int64_t block);
  [[nodiscard]] PerStep root_results(const BlockWork& work);
  [[nodiscard]] std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> values_around(const BlockWork& work,
                                                                                              std::int64_t block);

  // tree_tasks.cpp
  void run_merge();
  void run_split();
  [[nodiscard]] Bytes root_result(std::size_t step);
  [[nodiscard]] Bytes summary_of(std::size_t step, std::int64_t node);
  // Whether a node is below the groups of this stage.
  [[nodiscard]] bool is_below(const Node& node) const { return job_.groups().is_below(node, stage_.level); }
  [[nodiscard]] Bytes merge_below(std::size_t step, std::int64_t index, std::map<std::int64_t, PerStep>& merges);
  void fold_below(std::size_t step, std::int64_t index, Fold& fold);
  void split_below(const std::vector<std::size_t>& steps, std::int64_t index,
                   const std::map<std::int64_t, PerStep>& merges, PerStep results);
  [[nodiscard]] bool are_borders_known(std::int64_t index);

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
  void commit_files();
  void require_same_inputs() const;
  void commit_operator(std::span<StepOutcome> outcomes);
  void commit_stage(std::span<StepOutcome> outcomes);
  // Notes that the plan is done; `next` is empty if the job is.
  void end_plan(const Path& next);

  Job& job_;
  const PlanFile& plan_;
  const JobStage& stage_;
  const std::int64_t index_;  // of the task in its stage
  const Execution& on_;
  const io::JobPart part_;
  std::unique_ptr<FileLock> commit_lock_;
  std::optional<PipelineFolder> folder_;
  const std::unique_ptr<WorkFolder> work_;  // of the plan, if the job writes no images
  OutputFiles files_;
  const StagePlaces places_;
  std::optional<io::Lease> lease_;  // of a job without output files
  std::function<void()> guard_;
  JobRecords records_;
  std::map<std::int64_t, PerStep> summaries_;      // that were read
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

// The lock and the state of a job that writes no images.
[[nodiscard]] inline Path lock_of_plan(const Path& plan) { return Path(plan) += ".lock"; }
[[nodiscard]] inline Path work_of_plan(const Path& plan) { return Path(plan) += ".work"; }
// A process that is killed on the way leaves nothing that can be resumed.
void remove_work_of_plan(const Path& plan);

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
// Removes the state of outputs that are committed, and frees their locks.
void clear_up(const Job& job);
// The same for all plans of a job that has ended, if the first one is here; other jobs are left as they are.
void clear_up_ended(const Path& first);

// Begins the outputs of a stage and writes its first plan: that of an exchange of values if it has one. `is_first`: it
// is the first plan of the job, and has its name.
[[nodiscard]] PlanFile begin_stage(const Job& job, PlanFile plan, bool is_first);
// The plan after the exchanges of a step, in the same stage.
[[nodiscard]] PlanFile plan_after_exchange(const Job& job, PlanFile plan);
// The plan of the next round of an exchange.
[[nodiscard]] PlanFile plan_of_round(PlanFile plan, std::int64_t awake);

}  // namespace preamar::blocks
