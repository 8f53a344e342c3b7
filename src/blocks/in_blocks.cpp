// Operators on images larger than memory, from files or images of the caller to such.
#include "blocks/program/block_size.h"
#include "blocks/run/plan_run.h"
#include "core/checked.h"
#include "core/stop_scope.h"

#include <algorithm>
#include <thread>

namespace preamar {
namespace blocks {
namespace {

std::int64_t bytes_of(const ImageType& type) {
  return checked_product(type.shape.count(), size_of(type.dtype), "the bytes of an image");
}

// The blocks that a stage read of the input that it read most; images of earlier stages are not counted. None if an
// earlier process ran the stage.
std::int64_t reads_of_files(const Stage& stage, const Counters& counters) {
  std::int64_t most = 0;
  for (std::size_t i = 0; i < counters.reads_of.size(); ++i)
    if (stage.inputs[i].is_input()) most = std::max(most, counters.reads_of[i]);
  return most;
}

BlockPlan block_plan_of(const Plan& plan) {
  const Graph& graph = plan.graph();
  const StagePlan first = plan.stage(0);
  BlockPlan block_plan;
  block_plan.writes_per_block = 0;
  block_plan.inputs = graph.inputs;
  for (const Operand& image : graph.results) {
    block_plan.outputs.push_back(graph.type_of(image));
    block_plan.metadata.push_back(graph.metadata_of(image));
    block_plan.lost.push_back(graph.lost_by(image));
    if (is_blockwise(graph.steps[image.at()].operation, graph.type_of(image))) block_plan.writes_per_block = 1;
  }
  block_plan.block = first.block;
  block_plan.blocks = first.blocks;
  block_plan.reads_per_block = std::ranges::max(reads_of_inputs(plan.stages(), graph));
  block_plan.reads_depend_on_pixels = reads_depend_on_pixels(first.program);
  for (std::size_t i = 0; i < plan.count(); ++i)
    block_plan.peak_memory = std::max(block_plan.peak_memory, plan.stage(i).peak_memory);
  for (const ImageType& type : block_plan.inputs)
    block_plan.bytes_read += checked_product(bytes_of(type), block_plan.reads_per_block, "the bytes to be read");
  for (const ImageType& type : block_plan.outputs) block_plan.bytes_written += bytes_of(type);
  for (const Operand& image : plan.stages().temporary) block_plan.scratch_bytes += bytes_of(graph.type_of(image));
  return block_plan;
}

Plan plan_of(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
             const Values& options, const BlockSettings& settings, const Execution& on) {
  return {call_of(op, inputs, outputs, options, settings), settings, on};
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
  const blocks::Operation operation = blocks::operation_for(op, inputs, options);
  const std::int64_t memory = blocks::memory_of(settings);
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const std::int64_t whole = blocks::whole_memory(operation, threads);
  // Only the block engine bounds memory that grows with the content. Without a given limit the image is processed
  // whole, unless the table may be larger than the image.
  const auto* const summary = std::get_if<SummaryForm>(&operation.form->kind);
  const bool has_large_table = summary && summary->table && summary->table->rows_differ_in_size();
  return whole > memory ||
         ((settings.memory > 0 || has_large_table) && blocks::content_memory(operation) > memory - whole);
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
  return blocks::block_plan_of(blocks::plan_of(op, inputs, outputs, options, settings, on));
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
  blocks::Plan plan = blocks::plan_of(op, inputs, outputs, options, settings, on);
  BlockReport report;
  report.plan = blocks::block_plan_of(plan);
  blocks::PlanRun run(plan, on);
  run.run();
  // Several stages have scratch images between them: only the last one writes an output.
  blocks::StageRun &first = run.stages().front(), &last = run.stages().back();
  if (!run.found().empty()) report.found = std::move(run.found().front().found);
  for (auto& outcome : last.outcomes)
    if (!outcome.others.empty()) report.others = std::move(outcome.others);
  // Stages may have blocks of their own: counted in those of the plan.
  const auto counted = [&](const blocks::StageRun& stage, std::int64_t times) {
    return stage.counters.blocks > 0 ? times * report.plan.blocks / stage.counters.blocks : times;
  };
  report.reads = first.counters.reads;
  for (std::size_t i = 1; i < run.stages().size(); ++i)
    report.reads += counted(run.stages()[i], blocks::reads_of_files(plan.stages().list[i], run.stages()[i].counters));
  report.writes = counted(last, last.counters.writes);
  report.shares = std::move(last.counters.shares);
  report.rows = report.plan.outputs.empty() && last.rows == 0 ? report.found.table.rows() : last.rows;
  report.spilled = last.spilled;
  report.bytes_read = first.counters.bytes_read;
  return report;
}

}  // namespace preamar
