#include "blocks/run_outputs.h"

#include "blocks/run_record.h"
#include "blocks/state_log.h"
#include "blocks/stored_state.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/progress.h"
#include "core/stop_scope.h"
#include "core/url.h"

#include <functional>

namespace preamar::blocks {

Error stopped_with_state() {
  return {ErrorKind::stopped, text("stopped; run it again with ", setting("resume", "true"), " to continue")};
}

RunOutputs::RunOutputs(const Request& request, const std::string& identity, std::int64_t nodes, Path without_outputs)
    : request_(request), own_(request.outputs.empty() ? std::move(without_outputs) : Path()), files_(request) {
  for (const BlockOutput& output : request.outputs)
    if (const auto* writer = std::get_if<RegionWriter>(&output)) written_.push_back(open_output(*writer));
  if (files_.is_empty() && own_.empty()) {
    if (!written_.empty()) folder_ = std::make_unique<TemporaryFolder>();
    state_ = folder_ ? std::make_unique<StateLog>(folder_->path(), run_) : in_memory_state();
    journal_ = std::make_unique<Journal>(nodes, request.inputs.size());
    return;
  }
  const Path state = state_path(), record = record_path();
  const auto found = request.settings.resume ? find_run(record, identity) : std::nullopt;
  const bool is_resumed = found.has_value();
  if (is_resumed) run_ = *found;
  const std::vector<bool> done = files_.committed(is_resumed ? run_ : 0);
  files_.require_replaceable(done);
  files_.open(is_resumed ? OutputTransaction::Leftovers::keep : OutputTransaction::Leftovers::remove);
  const auto guard = files_.is_empty() ? std::function<void()>() : files_.first().write_guard();
  if (!is_resumed) {
    remove_own();
    run_ = begin_run(record, identity, guard);
  }
  if (is_url(state)) folder_ = std::make_unique<TemporaryFolder>();
  if (folder_)
    state_ = std::make_unique<StoredState>(state / "nodes", folder_->path(), run_, is_resumed, guard);
  else
    state_ = std::make_unique<StateLog>(state, run_);
  const Path journal = state / "journal";
  journal_ =
      std::make_unique<Journal>(folder_ ? journal_objects(journal, run_, is_resumed, guard) : journal_file(journal),
                                run_, nodes, request.inputs.size(), request.outputs.size());
  files_.open_sinks(done);
}

// Close files before releasing the locks.
RunOutputs::~RunOutputs() {
  journal_.reset();
  state_.reset();
  const CleanUpScope scope;
  try {
    if (!is_kept_) remove_own();
  } catch (...) {
    // The next run removes it.
  }
  files_.close();
}

void RunOutputs::remove_own() const {
  if (!own_.empty()) io::store_of(own_).remove_below(own_);
}

std::vector<io::Sink*> RunOutputs::sinks() const {
  std::vector<io::Sink*> all;
  auto file = files_.sinks().begin();
  auto written = written_.begin();
  for (const BlockOutput& output : request_.outputs)
    all.push_back(file_of(output) ? (file++)->get() : (written++)->get());
  return all;
}

bool RunOutputs::keep() {
  const bool has_folder = !files_.is_empty() || !own_.empty();
  if (!has_folder || (journal_->is_empty() && state_->is_empty()) || !is_resumable(request_)) return false;
  is_kept_ = true;
  files_.keep();
  return true;
}

Execution RunOutputs::until_commit(const Execution& on) const { return part_of(on, 0, 1 - files_.finishing()); }

PhaseFunction RunOutputs::until_commit(const PhaseFunction& phase) const {
  return part_of(phase, 0, 1 - files_.finishing());
}

void RunOutputs::commit(const Execution& on, const PhaseFunction& phase) {
  if (phase && files_.finishing() > 0) phase({"finish the files", 1 - files_.finishing(), 1});
  files_.commit(run_, on);
}

}  // namespace preamar::blocks
