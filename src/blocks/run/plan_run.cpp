#include "blocks/run/plan_run.h"

#include "blocks/plan/scratch.h"
#include "blocks/program/pass_cost.h"
#include "core/byte_sizes.h"
#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/notation.h"
#include "core/progress.h"
#include "io/store/store.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <system_error>

namespace preamar::blocks {
namespace {

BlockStreams streams_of(std::string_view owner, const StagePlan& stage, const StageOutputs& outputs) {
  BlockStreams streams;
  for (const StageInput& input : stage.inputs)
    streams.inputs.emplace_back([owner, &input] { return open_input(owner, input.image, input.read); });
  streams.outputs = outputs.sinks();
  streams.workers = stage.load.workers;
  streams.ahead = stage.load.ahead;
  streams.io_threads = stage.load.io_threads;
  return streams;
}

}  // namespace

void PlanRun::run() {
  before_ = plan_.identities();
  RunOutputs outputs(plan_, plan_.identity(before_));
  plan_.set_folders(outputs.images(), outputs.local());
  if (!outputs.is_resumed()) require_space(outputs.local());
  may_continue_ = outputs.is_resumed();
  try {
    run_stages(outputs);
    found_ = all_found(outputs.records());
  } catch (const Error& error) {
    if (!is_continued_later()) throw;
    outputs.keep();
    if (error.kind() != ErrorKind::stopped) throw;
    throw Error(ErrorKind::stopped, text("stopped; run it again with ", setting("resume", "true"), " to continue"));
  } catch (...) {
    if (is_continued_later()) outputs.keep();
    throw;
  }
}

bool PlanRun::is_continued_later() const {
  if (!may_continue_ || !plan_.is_resumable() || plan_.graph().outputs.empty()) return false;
  try {
    throw;
  } catch (const Error& error) {
    // A refused input would be refused again.
    return error.kind() != ErrorKind::input && error.kind() != ErrorKind::call;
  } catch (...) {
    return true;
  }
}

void PlanRun::run_stages(RunOutputs& outputs) {
  for (std::size_t i = 0; i < plan_.count(); ++i) {
    stages_.emplace_back();
    if (auto done = has_several_stages() ? get_stage(outputs.records(), i) : std::nullopt)
      plan_.add_done(std::move(*done));
    else
      run_stage(i, outputs);
  }
}

void PlanRun::run_stage(std::size_t index, RunOutputs& run) {
  StagePlan stage = plan_.stage(index);
  StageOutputs outputs(run, plan_, index, stage);
  const std::vector<TableSpill*> spills = outputs.spills();
  for (std::size_t i = 0; i < spills.size(); ++i) stage.program.steps[i].operation.spill = spills[i];
  if (on_.log)
    on_.log(text(plan_.call().op ? text("blocks: ", stage.blocks, " of ")
                                 : text("pipeline: stage ", index + 1, " of ", plan_.count(), ": ", stage.program.name,
                                        ", ", stage.blocks, " blocks of "),
                 stage.block.text(), ", at most ", stage.peak_memory, " bytes of memory"));
  try {
    run_blocks(index, stage, outputs);
    note_done(index, run);
    outputs.drop_state();
  } catch (...) {
    may_continue_ = may_continue_ || outputs.has_state();
    if (is_continued_later()) outputs.keep();
    throw;
  }
  remove_images(index);
}

void PlanRun::run_blocks(std::size_t index, const StagePlan& stage, StageOutputs& outputs) {
  const KeptLimit limit(stage.peak_memory / 8);
  const Tree tree(stage.program.image(), stage.block);
  const auto [from, to] = part(index);
  const Execution on = part_of(on_, from, to);
  const std::string prefix = has_several_stages() ? text("stage ", index + 1, " of ", plan_.count(), ", ") : "";
  const PhaseFunction phase = part_of(plan_.settings().phase, from, to, prefix);
  BlockStreams streams = streams_of(plan_.call().name(), stage, outputs);
  streams.phase = outputs.until_commit(phase);
  Outcome outcome =
      blocks::run(stage.program, tree, streams, outputs.state(), outputs.digests(), outputs.until_commit(on));
  require_unchanged();
  outputs.commit(outcome.steps, on, phase);
  stages_[index] = {std::move(outcome.steps), std::move(outcome.counters), outputs.rows(), outputs.spilled()};
}

// Numbers are options of later stages. Tables are on disk while the blocks of later stages need the memory.
void PlanRun::note_done(std::size_t index, RunOutputs& outputs) {
  StageRecord record;
  std::vector<StepResults> with_table;
  const std::vector<std::size_t> steps = plan_.stages().list[index].steps;
  const std::vector<Plan::StageTable> written = plan_.tables_of(index);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& name = plan_.graph().steps[steps[i]].name;
    Results& found = stages_[index].outcomes[i].found;
    for (const Number& number : found.numbers) record.numbers[text(name, ".", number.name)] = number.value;
    if (std::ranges::count(written, i, &Plan::StageTable::step) > 0) {
      if (!plan_.call().op) found.table = {};
    } else if (has_several_stages() && !found.table.columns.empty()) {
      with_table.push_back({name, {{}, std::move(found.table)}});
      found.table = {};
    }
  }
  // Scratch images go with this process, so a later one needs the stage again.
  if (has_several_stages() && !plan_.has_local_images(index))
    record = put_stage(outputs.records(), index, record.numbers, with_table);
  may_continue_ = true;
  plan_.add_done(std::move(record));
}

// Temporary images that no later stage reads.
void PlanRun::remove_images(std::size_t index) const {
  const std::vector<Stage>& stages = plan_.stages().list;
  for (const Operand& image : plan_.stages().temporary) {
    const auto reads = [&](const Stage& stage) { return std::ranges::count(stage.inputs, image) > 0; };
    // A later process would repeat a stage whose images only this one can read.
    bool is_kept = false;
    for (std::size_t i = 0; i < stages.size(); ++i)
      is_kept = is_kept || (reads(stages[i]) && plan_.has_local_images(i));
    if (is_kept) continue;
    if (!reads(stages[index]) ||
        std::any_of(stages.begin() + static_cast<std::ptrdiff_t>(index) + 1, stages.end(), reads))
      continue;
    const Path file = plan_.temporary_file(image);
    io::store_of(file).remove_below(file);
  }
}

std::vector<StepResults> PlanRun::all_found(State& records) {
  require_memory_for_tables();
  std::vector<StepResults> all;
  for (std::size_t i = 0; i < plan_.count(); ++i) {
    const std::vector<std::size_t>& steps = plan_.stages().list[i].steps;
    const StageRecord& done = plan_.done()[i];
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const GraphStep& step = plan_.graph().steps[steps[k]];
      Results found;
      found.numbers = numbers_of(step, done);
      for (std::size_t table = 0; table < done.tables.size(); ++table)
        if (done.tables[table].step == step.name) found.table = get_table(records, i, table, done.tables[table]);
      if (!has_several_stages()) found.table = std::move(stages_[i].outcomes[k].found.table);
      if (!found.numbers.empty() || !found.table.columns.empty()) all.push_back({step.name, std::move(found)});
    }
  }
  return all;
}

void PlanRun::require_memory_for_tables() const {
  double bytes = 0;
  std::string steps;
  for (const StageRecord& record : plan_.done())
    for (const StoredTable& table : record.tables) {
      bytes += static_cast<double>(table.bytes());
      steps += text(steps.empty() ? "" : ", ", table.step);
    }
  const std::int64_t memory = memory_of(plan_.settings()), needed = process_memory(bytes);
  if (!steps.empty() && needed > memory)
    throw Error(ErrorKind::resource,
                text("pipeline: memory is ", size_text(memory), "; the tables of ", steps, " need ", megabytes(needed),
                     "; write them to files, or give ", setting("memory", megabytes(needed))));
}

// Scratch images are not compressed, so the bytes are known.
void PlanRun::require_space(const Path& folder) const {
  std::int64_t bytes = 0;
  for (const Operand& image : plan_.stages().temporary)
    if (is_scratch(plan_.graph().steps[image.at()])) {
      const ImageType& type = plan_.graph().type_of(image);
      bytes += type.shape.count() * size_of(type.dtype);
    }
  std::error_code unknown;
  const std::filesystem::space_info space =
      std::filesystem::space(folder.has_parent_path() ? folder.parent_path() : folder, unknown);
  if (bytes > 0 && !unknown && space.available < static_cast<std::uintmax_t>(bytes))
    throw Error(ErrorKind::resource,
                text(plan_.call().name(), ": the scratch images take ", size_text(bytes), "; ",
                     folder.parent_path().string(), " has ", size_text(static_cast<std::int64_t>(space.available)),
                     " free; give more memory or another disk"));
}

// The engine compares the pixels of blocks that are read twice. For blocks that are read once, the files must be in the
// same state as before.
void PlanRun::require_unchanged() const {
  const std::vector<io::InputIdentity> now = plan_.identities();
  const std::vector<int> reads = reads_of_inputs(plan_.stages(), plan_.graph());
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i].content != before_[i].content || ((has_several_stages() || reads[i] == 1) && now[i] != before_[i]))
      throw Error(ErrorKind::io, text(shown_name(plan_.call().inputs[i].image), ": changed while it was read; run ",
                                      plan_.call().name(), " again"));
}

std::pair<double, double> PlanRun::part(std::size_t index) const {
  double before = 0, own = 0, all = 0;
  for (std::size_t i = 0; i < plan_.count(); ++i) {
    const Program& program = plan_.stages().list[i].program;
    const std::vector<double> costs = pass_costs(program, Schedule(program));
    const double cost = static_cast<double>(program.image().count()) * std::accumulate(costs.begin(), costs.end(), 0.);
    all += cost;
    if (i < index) before += cost;
    if (i == index) own = cost;
  }
  return {before / all, (before + own) / all};
}

}  // namespace preamar::blocks
