#include "blocks/run_outputs.h"

#include "core/digest.h"
#include "core/os_file.h"
#include "io/open.h"

#include <array>
#include <span>

namespace preamar::blocks {
namespace {

constexpr const char* commit_name = "commit";

// By which an output is known before and after it gets its name: a rename keeps all of these.
std::uint64_t mark_of(const Path& file) {
  const auto stamp = stamp_of(file);
  if (!stamp) return 0;
  const std::array facts = {static_cast<std::int64_t>(stamp->inode), stamp->bytes, stamp->modified};
  return digest(std::as_bytes(std::span(facts)));
}

}  // namespace

RunOutputs::RunOutputs(const Call& call, const std::string& identity, std::int64_t nodes) : call_(call) {
  for (const Path& file : call.outputs) outputs_.push_back(output_at(file, call.settings.write));
  if (outputs_.empty()) {
    store_ = memory_store();
    journal_ = std::make_unique<Journal>(nodes);
    return;
  }
  const Path state = outputs_[0]->state(), record = outputs_[0]->record();
  std::optional<std::uint64_t> run = call.settings.resume ? find_run(record, identity) : std::nullopt;
  const bool is_resumed = run.has_value();
  if (is_resumed) record_ = folder_store(record, *run);
  const std::vector<bool> done = is_resumed ? committed() : std::vector<bool>(outputs_.size(), false);
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (!done[i]) outputs_[i]->require_replaceable();
  for (const SharedOutput& output : outputs_) {
    if (is_resumed) output->keep();
    output->open(is_resumed ? OutputTransaction::Leftovers::keep : OutputTransaction::Leftovers::remove);
  }
  if (!is_resumed) {
    run = begin_run(record, identity);
    record_ = folder_store(record, *run);
  }
  store_ = folder_store(state, *run);
  journal_ = std::make_unique<Journal>(state / "journal", *run, nodes, outputs_.size());
  open_sinks(done);
}

// Files are closed before the locks are freed. The first output comes last: it holds the record of them all.
RunOutputs::~RunOutputs() {
  sinks_.clear();
  journal_.reset();
  for (std::size_t i = outputs_.size(); i-- > 0;) outputs_[i]->end();
}

// An earlier run was ended after it had given an output its name.
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
      sinks_.back() = open_sink(outputs_[i], call_.output_types[i], call_.settings.write);
  }
}

std::vector<Sink*> RunOutputs::sinks() const {
  std::vector<Sink*> all;
  for (const auto& sink : sinks_) all.push_back(sink.get());
  return all;
}

void RunOutputs::keep() {
  if (journal_->is_empty()) return;
  for (const SharedOutput& output : outputs_) output->keep();
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
