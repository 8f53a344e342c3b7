#include "blocks/outputs/stage_outputs.h"

#include "blocks/state/log_state.h"
#include "blocks/state/sent_state.h"
#include "core/digest.h"
#include "core/progress.h"
#include "core/stop_scope.h"
#include "core/url.h"
#include "io/open.h"
#include "io/store/store.h"
#include "platform/work_folder.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace preamar::blocks {
namespace {

using Kind = GraphOutput::Kind;
using Leftovers = OutputTransaction::Leftovers;

void make_folder(const Path& folder) {
  if (is_url(folder)) return;
  std::error_code code;
  std::filesystem::create_directories(held(folder), code);
  if (code) throw Error(ErrorKind::io, text(folder.string(), ": cannot make the folder: ", code.message()));
}

// The number of a result among those of its step that are not written in blocks.
std::size_t number_of_other(const GraphStep& step, std::size_t result) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < result; ++i) number += is_blockwise(step.operation, step.operation.results[i]) ? 0 : 1;
  return number;
}

}  // namespace

StageOutputs::StageOutputs(RunOutputs& run, const Plan& plan, std::size_t index, const StagePlan& stage)
    : run_(run), plan_(plan), index_(index), stage_(stage) {
  find_images();
  begin();
  open_state();
  if (is_task()) return;
  open_tables();
  for (std::size_t i = 0; i < images_.size(); ++i) open_sink(i);
}

bool StageOutputs::is_task() const { return run_.job_part() && run_.job_part()->part == io::Lease::Part::task; }

RunOutputs::Marked StageOutputs::marked(std::size_t image) const {
  if (images_[image].of_call) return run_.marked(*images_[image].of_call);
  return {{StateKind::commit, image, static_cast<int>(index_) + 1}, images_[image].transaction};
}

void StageOutputs::find_images() {
  const std::vector<Operand>& outputs = plan_.stages().list[index_].outputs;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Path* const file = file_of(stage_.outputs[i].to);
    images_.emplace_back();
    if (!file) continue;
    if (!stage_.outputs[i].is_temporary) {
      const auto output = std::ranges::find_if(plan_.graph().outputs, [&](const GraphOutput& of_call) {
        return of_call.kind == Kind::blockwise && of_call.image == outputs[i];
      });
      images_.back().of_call = output->index;
      images_.back().transaction = run_.transaction(output->index);
      continue;
    }
    make_folder(file->parent_path());
    WriteOptions write = stage_.outputs[i].write;
    write.overwrite = true;
    images_.back().transaction = io::output_at(*file, write, run_.job_part());
    if (is_task()) images_.back().transaction->hold(true);
  }
}

void StageOutputs::begin() {
  const std::string layout = layout_text(stage_);
  const StateKey key{StateKind::layout, index_};
  if (!is_task()) {
    const auto known = run_.records().get(key);
    is_same_ = known && std::ranges::equal(*known, text_bytes(layout));
    bool is_complete = true, is_any_committed = false;
    for (std::size_t i = 0; i < images_.size(); ++i) {
      Image& image = images_[i];
      if (!image.transaction) continue;
      image.is_committed = run_.is_resumed() && (image.of_call || is_same_) && run_.is_committed(marked(i));
      is_any_committed = is_any_committed || image.is_committed;
      is_complete = is_complete && run_.is_complete(marked(i));
    }
    is_committing_ = is_same_ && is_any_committed && is_complete;
    // Tasks write all images of a stage: if one was lost since, the stage begins anew, and may replace those that it
    // committed as any other.
    if (run_.is_job() && is_any_committed && !is_committing_) {
      is_same_ = false;
      for (Image& image : images_) {
        image.is_committed = false;
        if (image.of_call) image.transaction->require_replaceable();
      }
    }
  }
  const bool keeps = is_task() || is_same_;
  for (const Image& image : images_) {
    if (!image.transaction || (image.is_committed && image.of_call)) continue;
    if (!image.of_call) {
      if (keeps && !is_task()) image.transaction->keep();
      image.transaction->open(keeps ? Leftovers::keep : Leftovers::remove);
      // The lock of a job stays until the job ends.
      if (image.is_committed && !run_.is_job()) image.transaction->confirm();
    } else if (!keeps && run_.is_resumed()) {
      image.transaction->discard();
    }
  }
  if (keeps) return;
  if (run_.is_resumed()) drop_state();
  const auto words = text_bytes(layout);
  run_.records().put(key, {words.begin(), words.end()});
}

Path StageOutputs::log_folder() { return run_.local() / text("state-", index_); }

// Records of other blocks, or of another run, count as missing: the number of the state depends on both.
void StageOutputs::open_state() {
  const std::string layout = layout_text(stage_);
  const std::uint64_t number = digest(text_bytes(layout), run_.run());
  const Path folder = run_.state_of(index_);
  const std::int64_t nodes = 2 * stage_.blocks - 1;
  if (run_.is_job()) {
    state_ = std::make_unique<ObjectState>(folder, number, run_.guard());
    return;
  }
  if (folder.empty()) {
    if (!stage_.outputs.empty())
      state_ = std::make_unique<LogState>(log_folder(), number);
    else
      state_ = memory_state();
    digests_ = std::make_unique<Digests>(nodes, stage_.inputs.size());
    return;
  }
  if (is_url(folder))
    state_ = std::make_unique<SentState>(folder, log_folder(), number, is_same_, run_.guard());
  else
    state_ = std::make_unique<LogState>(folder, number);
  digests_ = std::make_unique<Digests>(*state_, nodes, Digests::Images{stage_.inputs.size(), stage_.outputs.size()});
}

void StageOutputs::open_sink(std::size_t i) {
  Image& image = images_[i];
  if (image.is_committed) return;
  if (const auto* const writer = std::get_if<RegionWriter>(&stage_.outputs[i].to))
    image.sink = open_output(*writer);
  else
    image.sink = io::open_sink(image.transaction, stage_.outputs[i].type, stage_.outputs[i].write);
}

void StageOutputs::open_tables() {
  for (const Plan::StageTable& table : plan_.tables_of(index_)) {
    const std::size_t of_call = table.output->index;
    const WriteOptions write = plan_.table_options_of(*table.output);
    tables_.push_back({table.step, of_call, std::make_unique<TableOutput>(run_.transaction(of_call), write)});
  }
}

void StageOutputs::open_sinks() {
  for (std::size_t i = 0; i < images_.size(); ++i) open_sink(i);
}

void StageOutputs::open_uncommitted() {
  open_tables();
  for (std::size_t i = 0; i < images_.size(); ++i) images_[i].is_committed = run_.is_committed(marked(i));
  open_sinks();
}

// Files are closed before the locks are freed.
StageOutputs::~StageOutputs() {
  const CleanUpScope scope;
  digests_.reset();
  state_.reset();
  for (Image& image : images_) image.sink.reset();
  for (const Image& image : images_)
    if (image.transaction && !image.of_call) image.transaction->end();
}

std::vector<io::Sink*> StageOutputs::sinks() const {
  std::vector<io::Sink*> all;
  for (const Image& image : images_) all.push_back(image.sink.get());
  return all;
}

std::vector<TableSpill*> StageOutputs::spills() {
  std::vector<TableSpill*> all(stage_.program.steps.size());
  for (const StageTable& table : tables_) all[table.step] = &table.output->spill();
  return all;
}

std::int64_t StageOutputs::spilled() {
  std::int64_t bytes = 0;
  for (const StageTable& table : tables_) bytes += table.output->spill().bytes();
  return bytes;
}

void StageOutputs::keep() {
  run_.keep();
  for (const Image& image : images_)
    if (image.transaction && !image.of_call) image.transaction->keep();
}

void StageOutputs::drop_state() {
  digests_.reset();
  state_.reset();
  const Path folder = run_.state_of(index_);
  if (!run_.is_job() && (folder.empty() || is_url(folder))) io::store_of(log_folder()).remove_below(log_folder());
  if (folder.empty()) return;
  if (const auto guard = run_.guard()) guard();
  io::store_of(folder).remove_below(folder);
}

double StageOutputs::finishing() const {
  double longest = 0;
  for (const Image& image : images_)
    if (image.sink) longest = std::max(longest, image.sink->finishing());
  return longest;
}

Execution StageOutputs::until_commit(const Execution& on) const { return part_of(on, 0, 1 - finishing()); }

PhaseFunction StageOutputs::until_commit(const PhaseFunction& phase) const {
  return part_of(phase, 0, 1 - finishing());
}

void StageOutputs::finish_images(const Execution& on) {
  const double begin = 1 - finishing();
  const auto at = [&](std::size_t i) {
    return begin + (1 - begin) * static_cast<double>(i) / static_cast<double>(images_.size());
  };
  for (std::size_t i = 0; i < images_.size(); ++i)
    if (images_[i].sink) images_[i].sink->finish(part_of(on, at(i), at(i + 1)));
  std::vector<RunOutputs::Marked> complete;
  for (std::size_t i = 0; i < images_.size(); ++i)
    if (images_[i].transaction && !images_[i].is_committed) complete.push_back(marked(i));
  run_.commit(complete);
}

void StageOutputs::write_others(const std::vector<StepOutcome>& outcomes) {
  constexpr std::array<std::int64_t, max_rank> origin{};
  const std::vector<std::size_t>& steps = plan_.stages().list[index_].steps;
  for (const GraphOutput& output : plan_.graph().outputs) {
    const auto step = std::ranges::find(steps, output.image.at());
    if (output.kind != Kind::other || step == steps.end()) continue;
    const auto& others = outcomes[static_cast<std::size_t>(step - steps.begin())].others;
    const auto& image = others[number_of_other(plan_.graph().steps[*step], output.image.index)];
    if (const auto* writer = std::get_if<RegionWriter>(&plan_.call().outputs[output.index].to)) {
      writer->write(origin.data(), image.view());
    } else if (!run_.is_committed(output.index)) {
      io::write_into(run_.transaction(output.index), image, plan_.settings().write);
      const RunOutputs::Marked written = run_.marked(output.index);
      run_.commit({&written, 1});
    }
  }
}

void StageOutputs::write_tables(std::vector<StepOutcome>& outcomes, const Execution& on) {
  if (on.log && spilled() > 0)
    on.log(text("blocks: the table exceeds the memory: merging ", spilled(), " bytes of rows from the disk"));
  for (const StageTable& table : tables_) {
    const bool is_committed = run_.is_committed(table.of_call);
    Results& found = outcomes[table.step].found;
    rows_ += table.output->write(stage_.program.steps[table.step].operation, found, on, !is_committed);
    if (is_committed) continue;
    const RunOutputs::Marked written = run_.marked(table.of_call);
    run_.commit({&written, 1});
  }
}

void StageOutputs::commit(std::vector<StepOutcome>& outcomes, const Execution& on, const PhaseFunction& phase) {
  if (phase && finishing() > 0) phase({"finish the files", 1 - finishing(), 1});
  finish_images(on);
  write_others(outcomes);
  write_tables(outcomes, on);
}

}  // namespace preamar::blocks
