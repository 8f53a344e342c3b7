// From a call to its stages, and to the blocks of each stage. The same call with the same settings and inputs has the
// same plan in every process. Numbers that stages find are options of later ones, so the plan is renewed after each
// stage.
#pragma once

#include "blocks/plan/stage_plan.h"
#include "blocks/plan/stages.h"
#include "io/input_identity.h"

#include <set>
#include <string>
#include <vector>

namespace preamar::blocks {

class Plan {
 public:
  // Divides the call until each stage fits in the memory. Throws as plan_in_blocks() and plan_pipeline().
  Plan(Call call, const BlockSettings& settings, const Execution& on, Executor executor = Executor::process);

  [[nodiscard]] const Call& call() const { return call_; }
  [[nodiscard]] const BlockSettings& settings() const { return settings_; }
  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] const Stages& stages() const { return stages_; }
  [[nodiscard]] std::size_t count() const { return stages_.list.size(); }
  [[nodiscard]] const std::vector<StageRecord>& done() const { return done_; }

  // The folders of temporary images, and of those that are on the local disk whatever the outputs are.
  void set_folders(const Path& images, const Path& local);
  // The stage after the last one that is done has found this.
  void add_done(StageRecord record);

  [[nodiscard]] StagePlan stage(std::size_t index) const { return plan_of(stages_.list[index]); }
  // The file of a temporary image.
  [[nodiscard]] Path temporary_file(const Operand& image) const;
  // Whether later stages need images of this one that only this process can read.
  [[nodiscard]] bool has_local_images(std::size_t stage) const;

  [[nodiscard]] std::vector<io::InputIdentity> identities() const;
  // Everything that determines the bytes of the outputs, but for the blocks.
  [[nodiscard]] std::string identity(const std::vector<io::InputIdentity>& inputs) const;
  // Whether a later run can continue this one: it needs files that it can check.
  [[nodiscard]] bool is_resumable() const;

  // A table that a stage writes to a file.
  struct StageTable {
    std::size_t step;  // of the stage's program
    const GraphOutput* output;
  };
  // In an order in which each comes after the one that has its measurements.
  [[nodiscard]] std::vector<StageTable> tables_of(std::size_t stage) const;
  // How a table is written: outlines have the grid of the image that the labels come from.
  [[nodiscard]] WriteOptions table_options_of(const GraphOutput& table) const;

 private:
  void renew();
  void divide();
  [[nodiscard]] StagePlan plan_of(const Stage& stage) const;
  [[nodiscard]] bool needs_scratch(const Stage& stage) const;
  // Null for a temporary image.
  [[nodiscard]] const CallOutput* output_of(const Operand& image) const;

  Call call_;  // not changed once the plan is made
  BlockSettings settings_;
  Execution on_;
  const Executor executor_;
  Path images_, local_;
  std::vector<FileInfo> infos_;
  FoundNumbers numbers_;
  Ends ends_;                      // steps that end their stage
  std::set<std::string> scratch_;  // steps whose slabs do not fit in the memory
  std::vector<StageRecord> done_;  // per stage so far
  Graph graph_;
  Stages stages_;
};

// The numbers of a step, in the order of its operator.
[[nodiscard]] std::vector<Number> numbers_of(const GraphStep& step, const StageRecord& record);

// Equal only for options that give the same pixels.
[[nodiscard]] std::string identity_text(const ReadOptions& read);
[[nodiscard]] std::string identity_text(const OutlineOptions& outlines);
// The blocks of a stage, on which its state depends.
[[nodiscard]] std::string layout_text(const StagePlan& stage);

}  // namespace preamar::blocks
