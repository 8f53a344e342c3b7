#include "blocks/run_outputs.h"

#include "blocks/run_record.h"
#include "blocks/state_log.h"
#include "blocks/stored_state.h"
#include "core/progress.h"
#include "core/url.h"
#include "io/open.h"

#include <algorithm>
#include <functional>

namespace preamar::blocks {
namespace {

constexpr const char* commit_name = "commit";

}  // namespace

RunOutputs::RunOutputs(const Request& request, const std::string& identity, std::int64_t nodes, Path without_outputs)
    : request_(request), own_(request.outputs.empty() ? std::move(without_outputs) : Path()) {
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    if (const auto* writer = std::get_if<RegionWriter>(&request.outputs[i])) {
      written_.push_back(open_output(*writer));
    } else {
      outputs_.push_back(io::output_at(std::get<Path>(request.outputs[i]), request.settings.write));
      types_.push_back(request.output_types[i]);
      metadata_.push_back(i < request.output_metadata.size() ? request.output_metadata[i] : Metadata());
    }
  }
  if (outputs_.empty() && own_.empty()) {
    if (!written_.empty()) folder_ = std::make_unique<TemporaryFolder>();
    state_ = folder_ ? std::make_unique<StateLog>(folder_->path(), run_) : in_memory_state();
    journal_ = std::make_unique<Journal>(nodes, request.inputs.size());
    return;
  }
  const Path state = state_path(), record = record_path();
  const auto found = request.settings.resume ? find_run(record, identity) : std::nullopt;
  const bool is_resumed = found.has_value();
  if (is_resumed) run_ = *found;
  const std::vector<bool> done = is_resumed ? committed() : std::vector<bool>(outputs_.size(), false);
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (!done[i]) outputs_[i]->require_replaceable();
  for (const io::SharedOutput& output : outputs_) {
    if (is_resumed) output->keep();
    output->open(is_resumed ? OutputTransaction::Leftovers::keep : OutputTransaction::Leftovers::remove);
  }
  if (!is_resumed) {
    remove_own();
    run_ = begin_run(record, identity);
  }
  if (is_url(state)) folder_ = std::make_unique<TemporaryFolder>();
  const auto guard = outputs_.empty() ? std::function<void()>() : outputs_[0]->write_guard();
  if (folder_)
    state_ = std::make_unique<StoredState>(state / "nodes", folder_->path(), run_, is_resumed, guard);
  else
    state_ = std::make_unique<StateLog>(state, run_);
  const Path journal = state / "journal";
  journal_ =
      std::make_unique<Journal>(folder_ ? journal_objects(journal, run_, is_resumed, guard) : journal_file(journal),
                                run_, nodes, request.inputs.size(), request.outputs.size());
  open_sinks(done);
}

// Close files before releasing the locks. The first output comes last: it holds the record of all outputs.
RunOutputs::~RunOutputs() {
  sinks_.clear();
  journal_.reset();
  state_.reset();
  try {
    if (!is_kept_) remove_own();
  } catch (const Error&) {
    // The next run removes it.
  }
  for (std::size_t i = outputs_.size(); i-- > 0;) outputs_[i]->end();
}

void RunOutputs::remove_own() const {
  if (!own_.empty()) io::store_of(own_).remove_below(own_);
}

// The outputs that an earlier run had renamed to their final names before it ended.
std::vector<bool> RunOutputs::committed() const {
  std::vector<bool> done(outputs_.size(), false);
  const auto bytes = get_record(record_path(), run_, commit_name);
  if (!bytes || bytes->size() != outputs_.size() * sizeof(std::uint64_t)) return done;
  ByteReader marks(*bytes);
  for (std::size_t i = 0; i < outputs_.size(); ++i) done[i] = marks.get<std::uint64_t>() == outputs_[i]->target_mark();
  return done;
}

void RunOutputs::open_sinks(const std::vector<bool>& committed) {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    sinks_.emplace_back();
    if (committed[i])
      outputs_[i]->confirm();
    else
      sinks_.back() = io::open_sink(outputs_[i], types_[i], with_metadata(metadata_[i]));
  }
}

WriteOptions RunOutputs::with_metadata(const Metadata& metadata) const {
  WriteOptions options = request_.settings.write;
  options.metadata = metadata;
  return options;
}

std::vector<io::Sink*> RunOutputs::sinks() const {
  std::vector<io::Sink*> all;
  auto file = sinks_.begin();
  auto written = written_.begin();
  for (const BlockOutput& output : request_.outputs)
    all.push_back(file_of(output) ? (file++)->get() : (written++)->get());
  return all;
}

void RunOutputs::keep() {
  if (journal_->is_empty() || !is_resumable(request_)) return;
  is_kept_ = true;
  for (const io::SharedOutput& output : outputs_) output->keep();
}

double RunOutputs::finishing() const {
  double longest = 0;
  for (const auto& sink : sinks_)
    if (sink) longest = std::max(longest, sink->finishing());
  return longest;
}

Execution RunOutputs::until_commit(const Execution& on) const { return part_of(on, 0, 1 - finishing()); }

void RunOutputs::commit(const Execution& on) {
  const double begin = 1 - finishing();
  const auto at = [&](std::size_t output) {
    return begin + (1 - begin) * static_cast<double>(output) / static_cast<double>(outputs_.size());
  };
  ByteWriter marks;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (sinks_[i]) sinks_[i]->finish(part_of(on, at(i), at(i + 1)));
    marks.put(sinks_[i] ? outputs_[i]->partial_mark() : outputs_[i]->target_mark());
  }
  if (!outputs_.empty()) put_record(outputs_[0]->record(), run_, commit_name, marks.take(), outputs_[0]->write_guard());
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (sinks_[i]) outputs_[i]->commit();
}

}  // namespace preamar::blocks
