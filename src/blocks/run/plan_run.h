// Runs a plan in one process: one stage after another.
#pragma once

#include "blocks/outputs/stage_outputs.h"
#include "blocks/run/engine.h"

#include <vector>

namespace preamar::blocks {

// What this process did of a stage; nothing if an earlier one did it.
struct StageRun {
  std::vector<StepOutcome> outcomes;  // per step of the stage
  Counters counters;
  std::int64_t rows = 0, spilled = 0;  // of tables that were written: rows, and bytes that exceeded the memory
};

class PlanRun {
 public:
  // `plan` and `on` must outlive it.
  PlanRun(Plan& plan, const Execution& on) : plan_(plan), on_(on) {}

  // Throws as run_in_blocks() and run_pipeline().
  void run();
  // Per stage.
  [[nodiscard]] std::vector<StageRun>& stages() { return stages_; }
  // The numbers and tables of all steps, by this process or an earlier one.
  [[nodiscard]] std::vector<StepResults>& found() { return found_; }

 private:
  // While an exception is handled: whether a later process continues what this one did.
  [[nodiscard]] bool is_continued_later() const;
  void run_stages(RunOutputs& outputs);
  void run_stage(std::size_t index, RunOutputs& outputs);
  void run_blocks(std::size_t index, const StagePlan& stage, StageOutputs& outputs);
  void note_done(std::size_t index, RunOutputs& outputs);
  void remove_images(std::size_t index) const;
  [[nodiscard]] std::vector<StepResults> all_found(State& records);
  void require_memory_for_tables() const;
  void require_space(const Path& folder) const;
  void require_unchanged() const;
  // The progress at which a stage begins and ends.
  [[nodiscard]] std::pair<double, double> part(std::size_t index) const;
  [[nodiscard]] bool has_several_stages() const { return plan_.count() > 1; }

  Plan& plan_;
  const Execution& on_;
  std::vector<io::InputIdentity> before_;  // when the run began
  std::vector<StageRun> stages_;
  std::vector<StepResults> found_;
  bool may_continue_ = false;  // a later process can use what this one did
};

}  // namespace preamar::blocks
