// A job, or one stage of it, with everything that its tasks need: it is planned from the headers of the inputs, in each
// process anew.
#pragma once

#include "blocks/job/call.h"
#include "blocks/job/plan_file.h"
#include "blocks/outputs/run_outputs.h"
#include "blocks/program/pass_work.h"
#include "blocks/program/tree_groups.h"
#include "blocks/workers/source_pool.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace preamar::blocks {

class Job {
 public:
  // `first` is the first plan of the job.
  Job(const JobCall& call, const Path& first, std::uint64_t run, std::size_t stage);
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] const JobCall& call() const { return call_; }
  [[nodiscard]] std::uint64_t run() const { return run_; }
  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] std::size_t stage() const { return stage_; }
  [[nodiscard]] bool is_last_stage() const { return stage_ + 1 == plan_->count(); }
  // Of this stage.
  [[nodiscard]] const StagePlan& stage_plan() const { return stage_plan_; }
  [[nodiscard]] const Program& program() const { return stage_plan_.program; }
  [[nodiscard]] const Schedule& schedule() const { return *schedule_; }
  [[nodiscard]] const Tree& tree() const { return *tree_; }
  [[nodiscard]] const TreeGroups& groups() const { return *groups_; }
  [[nodiscard]] const std::vector<std::unique_ptr<SourcePool>>& pools() const { return pools_; }

  // What a process of the job opens; without a stage, all outputs.
  [[nodiscard]] JobSeat seat(io::Lease::Part part, std::optional<std::size_t> stage) const;
  // The record of this job was found where its plan left it. Thread-safe.
  void set_begun() { is_begun_ = true; }
  // Everything that determines the bytes of the outputs.
  [[nodiscard]] std::string identity(const std::vector<io::InputIdentity>& inputs) const;

  // What a pass does.
  [[nodiscard]] const PassWork& work(int pass) const { return work_.at(static_cast<std::size_t>(pass)); }
  // The last round of a step whose root result is known before this pass; -1 if there is none.
  [[nodiscard]] int root_round(std::size_t step, int pass) const;

 private:
  const JobCall call_;
  const Path first_;
  const std::uint64_t run_;
  const std::size_t stage_;
  std::optional<Plan> plan_;
  StagePlan stage_plan_;
  std::optional<Schedule> schedule_;
  std::vector<PassWork> work_;  // per pass
  std::optional<Tree> tree_;
  std::optional<TreeGroups> groups_;
  std::vector<std::unique_ptr<SourcePool>> pools_;
  std::atomic<bool> is_begun_ = false;
};

// Of the plan of a job in a process of its own.
[[nodiscard]] Plan plan_of(const JobCall& call);

}  // namespace preamar::blocks
