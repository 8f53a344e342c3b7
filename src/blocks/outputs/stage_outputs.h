// What a stage of a run writes, and the state from which a later process can continue it.
#pragma once

#include "blocks/outputs/run_outputs.h"
#include "blocks/outputs/table_output.h"
#include "blocks/program/phases.h"
#include "blocks/state/digests.h"

#include <preamar/error.h>

#include <memory>
#include <vector>

namespace preamar::blocks {

class StageOutputs {
 public:
  // Continues what an earlier process of the run has done of this stage if it had the same blocks. A task of a job
  // takes up what was begun; it opens its sinks later. The arguments must outlive this object.
  StageOutputs(RunOutputs& run, const Plan& plan, std::size_t index, const StagePlan& stage);
  StageOutputs(const StageOutputs&) = delete;
  StageOutputs& operator=(const StageOutputs&) = delete;
  // Temporary images that have no name yet go, unless keep() was called.
  ~StageOutputs();

  [[nodiscard]] State& state() { return *state_; }
  // Of a task of a job.
  [[nodiscard]] ObjectState& objects() { return dynamic_cast<ObjectState&>(*state_); }
  // Of a process that visits all blocks.
  [[nodiscard]] Digests& digests() { return *digests_; }
  // Per output. Null if an earlier process gave it its name.
  [[nodiscard]] std::vector<io::Sink*> sinks() const;
  // For a task that writes blocks: no output has its name by then.
  void open_sinks();
  // For the task that commits.
  void open_uncommitted();
  // Whether all images are complete, and some of them have their names.
  [[nodiscard]] bool is_committing() const { return is_committing_; }
  // Per step of the program: where rows of its table wait that exceed the memory. Null if no file takes the table.
  [[nodiscard]] std::vector<TableSpill*> spills();

  // All blocks are written: completes the images, then writes tables and other images, and gives all their names.
  void commit(std::vector<StepOutcome>& outcomes, const Execution& on, const PhaseFunction& phase);
  // Rows of tables that were written, and bytes of those that exceeded the memory.
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t spilled();
  // Copies of `on` and `phase` for the blocks; the rest of the progress is that of commit().
  [[nodiscard]] Execution until_commit(const Execution& on) const;
  [[nodiscard]] PhaseFunction until_commit(const PhaseFunction& phase) const;

  [[nodiscard]] bool has_state() const { return !state_->is_empty(); }
  // A later process continues.
  void keep();
  // The stage is done: nobody needs its state.
  void drop_state();

 private:
  struct Image {
    std::optional<std::size_t> of_call;  // a temporary image is not an output of the call
    io::SharedOutput transaction;        // null if the caller writes it
    std::unique_ptr<io::Sink> sink;
    bool is_committed = false;
  };
  struct StageTable {
    std::size_t step, of_call;
    std::unique_ptr<TableOutput> output;
  };
  [[nodiscard]] bool is_task() const;
  [[nodiscard]] RunOutputs::Marked marked(std::size_t image) const;
  void find_images();
  void begin();
  void open_state();
  void open_tables();
  // Of a log on the local disk if the outputs are elsewhere.
  [[nodiscard]] Path log_folder();
  void open_sink(std::size_t image);
  void finish_images(const Execution& on);
  void write_others(const std::vector<StepOutcome>& outcomes);
  void write_tables(std::vector<StepOutcome>& outcomes, const Execution& on);
  [[nodiscard]] double finishing() const;

  RunOutputs& run_;
  const Plan& plan_;
  const std::size_t index_;
  const StagePlan& stage_;
  std::vector<Image> images_;  // per output of the stage
  std::vector<StageTable> tables_;
  std::unique_ptr<State> state_;
  std::unique_ptr<Digests> digests_;
  bool is_same_ = false;  // an earlier process of the run had the same blocks
  bool is_committing_ = false;
  std::int64_t rows_ = 0;
};

}  // namespace preamar::blocks
