// Runs pipelines: one stage after another, each as a run in blocks of its own.
#include <preamar/pipeline.h>

#include "blocks/engine.h"
#include "blocks/pass_cost.h"
#include "blocks/phases.h"
#include "blocks/pipeline/folder.h"
#include "blocks/pipeline/layout.h"
#include "blocks/request.h"
#include "blocks/run_outputs.h"
#include "blocks/summary/table_output.h"
#include "core/byte_sizes.h"
#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/notation.h"
#include "core/progress.h"
#include "core/stop_scope.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace preamar {
namespace blocks {
namespace {

class PipelineRun {
 public:
  PipelineRun(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on)
      : pipeline_(pipeline), settings_(settings), on_(on), layout_(pipeline, settings, on) {}

  PipelinePlan plan() {
    PipelinePlan plan;
    for (std::size_t i = 0; i < pipeline_.inputs.size(); ++i) add_image(plan, {.index = i}, false);
    for (const Operand& image : stages().temporary) add_image(plan, image, true);
    for (const GraphOutput& output : graph().outputs)
      if (!output.is_table) add_image(plan, output.image, false);
    for (const Stage& stage : stages().list) add_stage(plan, stage);
    return plan;
  }

  PipelineReport run() {
    PipelineReport report{plan(), {}};
    const std::vector<io::InputIdentity> before = layout_.identities();
    PipelineFolder folder(pipeline_.outputs.empty() ? Path() : pipeline_.outputs[0].file, layout_.identity(before),
                          settings_);
    layout_.set_folder(folder.path());
    if (!folder.is_resumed()) layout_.require_replaceable();
    try {
      for (std::size_t i = 0; i < stages().list.size(); ++i) run_stage(i, folder, before, report);
      report.found = found(folder);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::call) folder.keep();
      if (error.kind() == ErrorKind::stopped && !pipeline_.outputs.empty()) throw stopped_with_state();
      throw;
    } catch (...) {
      folder.keep();
      throw;
    }
    return report;
  }

 private:
  [[nodiscard]] const Graph& graph() const { return layout_.graph(); }
  [[nodiscard]] const Stages& stages() const { return layout_.stages(); }

  void add_image(PipelinePlan& plan, const Operand& image, bool is_temporary) const {
    const ImageType& type = graph().type_of(image);
    plan.images.push_back({.name = graph().name_of(image), .is_temporary = is_temporary});
    plan.images.back().type = type;
    plan.images.back().metadata = graph().metadata_of(image);
    plan.images.back().lost = graph().lost_by(image);
    plan.images.back().bytes = type.shape.count() * size_of(type.dtype);
    if (is_temporary)
      plan.temporary_bytes += plan.images.back().bytes;
    else
      plan.images.back().file = layout_.file_of(image);
  }
  [[nodiscard]] PipelineImage& image_in(PipelinePlan& plan, const Operand& image) const {
    return *std::ranges::find(plan.images, graph().name_of(image), &PipelineImage::name);
  }

  void add_stage(PipelinePlan& plan, const Stage& stage) const {
    const Request request = layout_.request_for(stage);
    PipelineStage planned;
    for (const std::size_t step : stage.steps) planned.steps.push_back(graph().steps[step].name);
    planned.block = request.plan.block;
    planned.blocks = request.plan.blocks;
    planned.passes = Schedule(stage.program).passes();
    planned.reads_depend_on_pixels = reads_depend_on_pixels(stage.program);
    planned.peak_memory = request.plan.peak_memory;
    plan.peak_memory = std::max(plan.peak_memory, planned.peak_memory);
    const std::vector<int> reads = reads_of_inputs(stage.program);
    for (std::size_t i = 0; i < reads.size(); ++i) image_in(plan, stage.inputs[i]).reads += reads[i];
    for (const Operand& output : stage.outputs) ++image_in(plan, output).writes;
    plan.stages.push_back(std::move(planned));
  }

  void run_stage(std::size_t index, PipelineFolder& folder, const std::vector<io::InputIdentity>& before,
                 PipelineReport& report) {
    if (auto done = folder.done(index)) return layout_.add_done(std::move(*done));
    Stage stage = stages().list[index];
    Request request = layout_.request_for(stage);
    request.settings.write.overwrite |= folder.is_resumed();
    std::vector<std::pair<std::size_t, std::unique_ptr<TableOutput>>> tables;
    for (const auto& [i, output] : layout_.tables_of(stage)) {
      tables.emplace_back(i, std::make_unique<TableOutput>(layout_.table_output(*output, request.settings.write)));
      request.program.steps[i].task.spill = &tables.back().second->spill();
    }
    if (on_.log)
      on_.log(text("pipeline: stage ", index + 1, " of ", stages().list.size(), ": ", request.program.name, ", ",
                   request.plan.blocks, " blocks of ", request.plan.block.text(), ", at most ",
                   request.plan.peak_memory, " bytes of memory"));
    Outcome outcome = run_blocks(index, stage, request, before, folder.state_of(index));
    for (auto& [i, table] : tables) {
      (void)table->write(request.program.steps[i].task, outcome.steps[i].found, on_);
      outcome.steps[i].found.table = {};
    }
    FoundNumbers numbers;
    std::vector<StepResults> with_table;
    for (std::size_t i = 0; i < stage.steps.size(); ++i) {
      const std::string& name = graph().steps[stage.steps[i]].name;
      for (const Number& number : outcome.steps[i].found.numbers) numbers[text(name, ".", number.name)] = number.value;
      if (!outcome.steps[i].found.table.columns.empty())
        with_table.push_back({name, std::move(outcome.steps[i].found)});
    }
    count(stage, outcome.counters, report.plan);
    layout_.add_done(folder.set_done(index, numbers, with_table));
  }

  // The numbers and tables of all stages, by this process or an earlier one. Tables are on disk while blocks need the
  // memory.
  [[nodiscard]] std::vector<StepResults> found(const PipelineFolder& folder) const {
    require_memory_for_tables();
    std::vector<StepResults> all;
    for (std::size_t i = 0; i < stages().list.size(); ++i)
      for (const std::size_t index : stages().list[i].steps) {
        const GraphStep& step = graph().steps[index];
        Results found;
        for (const Output& output : step.op->outputs)
          if (const auto number = layout_.done()[i].numbers.find(text(step.name, ".", output.name));
              number != layout_.done()[i].numbers.end())
            found.numbers.push_back({output.name, number->second});
        for (std::size_t k = 0; k < layout_.done()[i].tables.size(); ++k)
          if (layout_.done()[i].tables[k].step == step.name)
            found.table = folder.table(i, k, layout_.done()[i].tables[k]);
        if (!found.numbers.empty() || !found.table.columns.empty()) all.push_back({step.name, std::move(found)});
      }
    return all;
  }

  void require_memory_for_tables() const {
    double bytes = 0;
    std::string steps;
    for (const StageRecord& record : layout_.done())
      for (const StoredTable& table : record.tables) {
        bytes += static_cast<double>(table.bytes());
        steps += text(steps.empty() ? "" : ", ", table.step);
      }
    const std::int64_t memory = memory_of(settings_), needed = process_memory(bytes);
    if (!steps.empty() && needed > memory)
      throw Error(ErrorKind::resource,
                  text("pipeline: memory is ", size_text(memory), "; the tables of ", steps, " need ",
                       megabytes(needed), "; write them to files, or give ", setting("memory", megabytes(needed))));
  }

  Outcome run_blocks(std::size_t index, const Stage& stage, const Request& request,
                     const std::vector<io::InputIdentity>& before, const Path& state) {
    const KeptLimit limit(request.plan.peak_memory / 8);
    const Tree tree(request.program.image(), request.plan.block);
    RunOutputs outputs(request, layout_.identity_of_stage(before, index, request), tree.size(), state);
    BlockStreams streams;
    streams.inputs = layout_.openers(stage);
    streams.outputs = outputs.sinks();
    streams.workers = request.load.workers;
    streams.ahead = request.load.ahead;
    streams.io_threads = request.load.io_threads;
    const auto [from, to] = part(index);
    const Execution on = part_of(on_, from, to);
    const PhaseFunction phase =
        part_of(settings_.phase, from, to, text("stage ", index + 1, " of ", stages().list.size(), ", "));
    streams.phase = outputs.until_commit(phase);
    try {
      Outcome outcome =
          blocks::run(request.program, tree, streams, outputs.state(), outputs.journal(), outputs.until_commit(on));
      if (layout_.identities() != before)
        throw Error(ErrorKind::io, "pipeline: an input changed while it was read; run the pipeline again");
      outputs.commit(on, phase);
      return outcome;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::call) (void)outputs.keep();
      throw;
    } catch (...) {
      (void)outputs.keep();
      throw;
    }
  }

  // The progress at which a stage begins and ends.
  [[nodiscard]] std::pair<double, double> part(std::size_t index) const {
    double before = 0, own = 0, all = 0;
    for (std::size_t i = 0; i < stages().list.size(); ++i) {
      const Program& program = stages().list[i].program;
      const std::vector<double> costs = pass_costs(program, Schedule(program));
      const double cost =
          static_cast<double>(program.image().count()) * std::accumulate(costs.begin(), costs.end(), 0.);
      all += cost;
      if (i < index) before += cost;
      if (i == index) own = cost;
    }
    return {before / all, (before + own) / all};
  }

  void count(const Stage& stage, const Counters& counters, PipelinePlan& plan) const {
    for (std::size_t i = 0; i < stage.inputs.size(); ++i)
      image_in(plan, stage.inputs[i]).blocks_read += counters.reads_of[i];
    for (std::size_t i = 0; i < stage.outputs.size(); ++i)
      image_in(plan, stage.outputs[i]).blocks_written += counters.writes_of[i];
  }

  const Pipeline& pipeline_;
  const BlockSettings& settings_;
  const Execution& on_;
  PipelineLayout layout_;
};

}  // namespace
}  // namespace blocks

PipelinePlan plan_pipeline(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on) {
  return blocks::PipelineRun(pipeline, settings, on).plan();
}

PipelineReport run_pipeline(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on) {
  const StopScope scope(on.stop);
  return blocks::PipelineRun(pipeline, settings, on).run();
}

}  // namespace preamar
