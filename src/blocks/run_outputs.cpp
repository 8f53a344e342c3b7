#include "blocks/run_outputs.h"

#include "core/digest.h"
#include "io/open.h"
#include "platform/file.h"

#include <array>
#include <span>

namespace preamar::blocks {
namespace {

constexpr const char* commit_name = "commit";

// Identifies an output before and after it gets its name: a rename changes none of these values.
std::uint64_t mark_of(const Path& file) {
  const auto stamp = stamp_of(file);
  if (!stamp) return 0;
  const std::array parts = {static_cast<std::int64_t>(stamp->inode), stamp->bytes, stamp->modified};
  return digest(std::as_bytes(std::span(parts)));
}

}  // namespace

RunOutputs::RunOutputs(const Request& request, const std::string& identity, std::int64_t nodes) : request_(request) {
  for (const Path& file : request.outputs) outputs_.push_back(io::output_at(file, request.settings.write));
  if (outputs_.empty()) {
    state_ = in_memory_state();
    journal_ = std::make_unique<Journal>(nodes);
    return;
  }
  const Path state = outputs_[0]->state(), record = outputs_[0]->record();
  std::optional<std::uint64_t> run = request.settings.resume ? find_run(record, identity) : std::nullopt;
  const bool is_resumed = run.has_value();
  if (is_resumed) record_ = state_in_folder(record, *run);
  const std::vector<bool> done = is_resumed ? committed() : std::vector<bool>(outputs_.size(), false);
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (!done[i]) outputs_[i]->require_replaceable();
  for (const io::SharedOutput& output : outputs_) {
    if (is_resumed) output->keep();
    output->open(is_resumed ? OutputTransaction::Leftovers::keep : OutputTransaction::Leftovers::remove);
  }
  if (!is_resumed) {
    run = begin_run(record, identity);
    record_ = state_in_folder(record, *run);
  }
  state_ = state_in_folder(state, *run);
  journal_ = std::make_unique<Journal>(state / "journal", *run, nodes, outputs_.size());
  open_sinks(done);
}

// Close files before releasing the locks. The first output comes last: it holds the record of all outputs.
RunOutputs::~RunOutputs() {
  sinks_.clear();
  journal_.reset();
  for (std::size_t i = outputs_.size(); i-- > 0;) outputs_[i]->end();
}

// The outputs that an earlier run had renamed to their final names before it ended.
std::vector<bool> RunOutputs::committed() const {
  std::vector<bool> done(outputs_.size(), false);
  const auto bytes = record_->get(commit_name);
  if (!bytes || bytes->size() != outputs_.size() * sizeof(std::uint64_t)) return done;
  ByteReader marks(*bytes);
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    done[i] = marks.get<std::uint64_t>() == mark_of(outputs_[i]->target());
  return done;
}

void RunOutputs::open_sinks(const std::vector<bool>& committed) {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    sinks_.emplace_back();
    if (committed[i])
      outputs_[i]->confirm();
    else
      sinks_.back() = io::open_sink(outputs_[i], request_.output_types[i], request_.settings.write);
  }
}

std::vector<io::Sink*> RunOutputs::sinks() const {
  std::vector<io::Sink*> all;
  for (const auto& sink : sinks_) all.push_back(sink.get());
  return all;
}

void RunOutputs::keep() {
  if (journal_->is_empty()) return;
  for (const io::SharedOutput& output : outputs_) output->keep();
}

void RunOutputs::commit() {
  ByteWriter marks;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (sinks_[i]) sinks_[i]->finish();
    marks.put(mark_of(sinks_[i] ? outputs_[i]->partial() : outputs_[i]->target()));
  }
  if (record_) record_->put(commit_name, marks.take());
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (sinks_[i]) outputs_[i]->commit();
}

}  // namespace preamar::blocks
