#include "blocks/output_files.h"

#include "blocks/run_record.h"
#include "core/progress.h"
#include "io/open.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

constexpr const char* commit_name = "commit";

WriteOptions options_for(const Request& request, std::size_t output) {
  WriteOptions options = request.settings.write;
  if (output < request.output_metadata.size()) options.metadata = request.output_metadata[output];
  if (output < request.is_temporary.size() && request.is_temporary[output]) {
    // No step reads its levels.
    options.pyramid.clear();
    options.cog = false;
  }
  return options;
}

}  // namespace

OutputFiles::OutputFiles(const Request& request, const io::JobPart* job) {
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    const Path* const file = file_of(request.outputs[i]);
    if (!file) continue;
    outputs_.push_back(io::output_at(*file, request.settings.write, job));
    types_.push_back(request.output_types[i]);
    options_.push_back(options_for(request, i));
  }
}

std::vector<std::uint64_t> OutputFiles::marks(std::uint64_t run) const {
  std::vector<std::uint64_t> noted;
  if (is_empty()) return noted;
  const auto bytes = get_record(first().record(), run, commit_name);
  if (!bytes || bytes->size() != outputs_.size() * sizeof(std::uint64_t)) return noted;
  ByteReader reader(*bytes);
  for (std::size_t i = 0; i < outputs_.size(); ++i) noted.push_back(reader.get<std::uint64_t>());
  return noted;
}

std::vector<bool> OutputFiles::committed(std::uint64_t run) const {
  std::vector<bool> done(outputs_.size(), false);
  const std::vector<std::uint64_t> noted = marks(run);
  for (std::size_t i = 0; i < noted.size(); ++i) done[i] = noted[i] == outputs_[i]->target_mark();
  return done;
}

bool OutputFiles::are_complete(std::uint64_t run) const {
  const std::vector<std::uint64_t> noted = marks(run);
  for (std::size_t i = 0; i < noted.size(); ++i)
    if (noted[i] != outputs_[i]->target_mark() && noted[i] != outputs_[i]->partial_mark()) return false;
  return !noted.empty();
}

void OutputFiles::require_replaceable(const std::vector<bool>& committed) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (!committed[i]) outputs_[i]->require_replaceable();
}

void OutputFiles::open(OutputTransaction::Leftovers leftovers) {
  for (const io::SharedOutput& output : outputs_) {
    if (leftovers == OutputTransaction::Leftovers::keep) output->keep();
    output->open(leftovers);
  }
}

void OutputFiles::open_sinks(const std::vector<bool>& committed) {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    sinks_.emplace_back();
    if (committed[i])
      outputs_[i]->confirm();
    else
      sinks_.back() = io::open_sink(outputs_[i], types_[i], options_[i]);
  }
}

void OutputFiles::keep() {
  for (const io::SharedOutput& output : outputs_) output->keep();
}

void OutputFiles::hold(bool is_held) {
  for (const io::SharedOutput& output : outputs_) output->hold(is_held);
}

double OutputFiles::finishing() const {
  double longest = 0;
  for (const auto& sink : sinks_)
    if (sink) longest = std::max(longest, sink->finishing());
  return longest;
}

void OutputFiles::commit(std::uint64_t run, const Execution& on) {
  const double begin = 1 - finishing();
  const auto at = [&](std::size_t output) {
    return begin + (1 - begin) * static_cast<double>(output) / static_cast<double>(outputs_.size());
  };
  ByteWriter marks;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (sinks_[i]) sinks_[i]->finish(part_of(on, at(i), at(i + 1)));
    marks.put(sinks_[i] ? outputs_[i]->partial_mark() : outputs_[i]->target_mark());
  }
  if (!is_empty()) put_record(first().record(), run, commit_name, marks.take(), first().write_guard());
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (sinks_[i]) outputs_[i]->commit();
}

void OutputFiles::close() {
  sinks_.clear();
  for (std::size_t i = outputs_.size(); i-- > 0;) outputs_[i]->end();
}

}  // namespace preamar::blocks
