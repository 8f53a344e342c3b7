// Runs operators out of core, from files or images of the caller to such.
#include "blocks/engine.h"
#include "blocks/other_outputs.h"
#include "blocks/plan.h"
#include "blocks/request.h"
#include "blocks/run_outputs.h"
#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/stop_scope.h"

#include <algorithm>
#include <thread>

namespace preamar {
namespace blocks {
namespace {

// The engine compares the pixels of blocks that are read twice. For blocks that are read once, the files must be in the
// same state as before.
void require_unchanged(const Request& request, const std::vector<io::InputIdentity>& before) {
  const std::vector<io::InputIdentity> now = identities_of_inputs(request);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i].content != before[i].content || (request.plan.reads_per_block == 1 && now[i] != before[i]))
      throw Error(ErrorKind::io, text(shown_name(request.inputs[i]), ": changed while it was read; run ",
                                      request.task.op->name, " again"));
}

}  // namespace
}  // namespace blocks

bool works_in_blocks(const Operator& op, std::span<const ImageType> inputs, const Values& options) {
  return blocks::has_form(op, inputs, options);
}

bool needs_blocks(const Operator& op, std::span<const ImageType> inputs, const Values& options,
                  const BlockSettings& settings) {
  if (settings.block.rank() > 0 || settings.resume) return true;
  if (!works_in_blocks(op, inputs, options)) return false;
  const blocks::Task task = blocks::task_for(op, inputs, options);
  const std::int64_t memory = blocks::memory_of(settings);
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const std::int64_t whole = blocks::whole_memory(task, threads);
  // Only the block engine bounds memory that grows with the content. Without a given limit the image is processed
  // whole, unless the table may be larger than the image.
  const auto* const summary = std::get_if<SummaryForm>(&task.form->kind);
  const bool has_large_table = summary && summary->table && summary->table->rows_differ_in_size();
  return whole > memory || ((settings.memory > 0 || has_large_table) && blocks::content_memory(task) > memory - whole);
}

BlockPlan plan_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                         std::span<const std::filesystem::path> outputs, const Values& options,
                         const BlockSettings& settings, const Execution& on) {
  const std::vector<BlockInput> from(inputs.begin(), inputs.end());
  const std::vector<BlockOutput> to(outputs.begin(), outputs.end());
  return plan_in_blocks(op, from, to, options, settings, on);
}

BlockPlan plan_in_blocks(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
                         const Values& options, const BlockSettings& settings, const Execution& on) {
  return blocks::resolve(op, inputs, outputs, options, settings, on).plan;
}

BlockReport run_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                          std::span<const std::filesystem::path> outputs, const Values& options,
                          const BlockSettings& settings, const Execution& on) {
  const std::vector<BlockInput> from(inputs.begin(), inputs.end());
  const std::vector<BlockOutput> to(outputs.begin(), outputs.end());
  return run_in_blocks(op, from, to, options, settings, on);
}

BlockReport run_in_blocks(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
                          const Values& options, const BlockSettings& settings, const Execution& on) {
  const StopScope scope(on.stop);
  blocks::Request request = blocks::resolve(op, inputs, outputs, options, settings, on);
  if (on.log)
    on.log(text("blocks: ", request.plan.blocks, " of ", request.plan.block.text(), ", at most ",
                request.plan.peak_memory, " bytes of memory"));
  const KeptLimit limit(request.plan.peak_memory / 8);
  const blocks::Tree tree(request.task.image, request.plan.block);
  const std::vector<io::InputIdentity> before = blocks::identities_of_inputs(request);
  blocks::OtherOutputs others(request, outputs);
  request.task.spill = request.program.steps[0].task.spill = others.spill();
  blocks::RunOutputs run(request, blocks::identity_of(request, before), tree.size());
  blocks::BlockStreams streams;
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    streams.inputs.emplace_back([&op, &input = request.inputs[i], &read = blocks::reading_of(request.settings, i)] {
      return blocks::open_input(op, input, read);
    });
  streams.outputs = run.sinks();
  streams.workers = request.load.workers;
  streams.ahead = request.load.ahead;
  streams.io_threads = request.load.io_threads;
  const Execution until_commit = run.until_commit(on);
  streams.phase = run.until_commit(settings.phase);
  blocks::Outcome outcome;
  std::int64_t rows = 0;
  try {
    outcome = request.plan.scratch_bytes > 0
                  ? blocks::run_over_scratch(request.task, request.plan.block, request.planes, streams, run.scratch(),
                                             run.state(), run.journal(), until_commit)
                  : blocks::run(request.program, tree, streams, run.state(), run.journal(), until_commit);
    blocks::require_unchanged(request, before);
    run.commit(on, settings.phase);
    if (on.log && others.spilled() > 0)
      on.log(text("blocks: the table exceeds the memory: merging ", others.spilled(), " bytes of rows from the disk"));
    rows = others.write(request.task, outcome.steps[0], on);
  } catch (const Error& error) {
    // A refused input would be refused again: there is nothing to resume.
    const bool is_kept = error.kind() != ErrorKind::input && error.kind() != ErrorKind::call && run.keep();
    if (is_kept && error.kind() == ErrorKind::stopped) throw blocks::stopped_with_state();
    throw;
  } catch (...) {
    (void)run.keep();
    throw;
  }
  return {request.plan,
          std::move(outcome.steps[0].found),
          std::move(outcome.steps[0].others),
          outcome.counters.reads,
          outcome.counters.writes,
          std::move(outcome.counters.shares),
          rows,
          others.spilled(),
          outcome.counters.bytes_read};
}

}  // namespace preamar
