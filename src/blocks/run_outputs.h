// The outputs of a run in blocks, and the state from which a later run of the same request can resume. The state is
// next to the first output.
#pragma once

#include "blocks/journal.h"
#include "blocks/request.h"
#include "blocks/run_state.h"
#include "io/source.h"

#include <memory>
#include <string>
#include <vector>

namespace preamar::blocks {

class RunOutputs {
 public:
  // Resumes a run of the same identity if the settings ask for it and one exists; otherwise starts anew. Throws Error
  // (io), with nothing changed, if another run writes one of the outputs or if the existing file may not be replaced.
  RunOutputs(const Request& request, const std::string& identity, std::int64_t nodes);
  RunOutputs(const RunOutputs&) = delete;
  RunOutputs& operator=(const RunOutputs&) = delete;
  ~RunOutputs();

  [[nodiscard]] RunState& state() { return *state_; }
  [[nodiscard]] Journal& journal() { return *journal_; }
  // Null for an output that an earlier run committed.
  [[nodiscard]] std::vector<io::Sink*> sinks() const;
  // The run failed: keeps its state for a later run, if it has computed anything.
  void keep();
  // All blocks are written: renames the outputs to their final names. The destructor removes the state.
  void commit();

 private:
  [[nodiscard]] std::vector<bool> committed() const;
  void open_sinks(const std::vector<bool>& committed);

  const Request& request_;
  std::vector<io::SharedOutput> outputs_;
  std::unique_ptr<RunState> state_;
  std::unique_ptr<RunState> record_;  // which outputs are committed; null without outputs
  std::unique_ptr<Journal> journal_;
  std::vector<std::unique_ptr<io::Sink>> sinks_;
};

}  // namespace preamar::blocks
