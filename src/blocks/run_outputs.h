// The outputs of a run in blocks, and the state from which a later run of the same request can resume. The state is
// next to the first file, also in a store; in a temporary folder if the caller writes all outputs, or in a folder that
// the caller names if the run has no outputs.
#pragma once

#include "blocks/journal.h"
#include "blocks/output_files.h"
#include "blocks/phases.h"
#include "blocks/run_state.h"
#include "io/source.h"
#include "platform/temporary_folder.h"

#include <preamar/error.h>

#include <memory>
#include <string>
#include <vector>

namespace preamar::blocks {

// The error of a stopped run that a later one can continue.
[[nodiscard]] Error stopped_with_state();

class RunOutputs {
 public:
  // Resumes a run of the same identity if the settings ask for it and one exists; otherwise starts anew. Throws Error
  // (io), with nothing changed, if another run writes one of the outputs or if the existing file may not be replaced.
  // The state of a run without outputs is in `without_outputs`, or in memory if that is empty.
  RunOutputs(const Request& request, const std::string& identity, std::int64_t nodes, Path without_outputs = {});
  RunOutputs(const RunOutputs&) = delete;
  RunOutputs& operator=(const RunOutputs&) = delete;
  ~RunOutputs();

  [[nodiscard]] RunState& state() { return *state_; }
  [[nodiscard]] Journal& journal() { return *journal_; }
  // The file of an intermediate image; removed with the state.
  [[nodiscard]] Path scratch() const { return (folder_ ? folder_->path() : state_path()) / "scratch"; }
  // Null for an output that an earlier run committed.
  [[nodiscard]] std::vector<io::Sink*> sinks() const;
  // The run failed: keeps its state for a later run, if it has computed anything and can be resumed. Returns whether it
  // does.
  bool keep();
  // All blocks are written: completes the outputs and renames them to their final names. The destructor removes the
  // state.
  void commit(const Execution& on, const PhaseFunction& phase);
  // Copies of `on` and `phase` for the blocks; the rest of the progress is that of commit().
  [[nodiscard]] Execution until_commit(const Execution& on) const;
  [[nodiscard]] PhaseFunction until_commit(const PhaseFunction& phase) const;

 private:
  [[nodiscard]] Path state_path() const { return files_.is_empty() ? own_ / "state" : files_.first().state(); }
  [[nodiscard]] Path record_path() const { return files_.is_empty() ? own_ / "record" : files_.first().record(); }
  void remove_own() const;

  const Request& request_;
  const Path own_;        // the folder of a run without outputs
  bool is_kept_ = false;  // `own_`
  OutputFiles files_;
  std::uint64_t run_ = 0;  // its number
  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<RunState> state_;
  std::unique_ptr<Journal> journal_;
  std::vector<std::unique_ptr<io::Sink>> written_;  // of the images that the caller writes
};

}  // namespace preamar::blocks
