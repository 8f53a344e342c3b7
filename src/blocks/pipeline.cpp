// Chains of operators on images larger than memory.
#include <preamar/pipeline.h>

#include "blocks/run/plan_run.h"
#include "core/stop_scope.h"

#include <algorithm>

namespace preamar {
namespace blocks {
namespace {

class PipelinePlanner {
 public:
  explicit PipelinePlanner(const Plan& plan) : plan_(plan) {
    for (std::size_t i = 0; i < plan.call().inputs.size(); ++i) add_image({.index = i}, false);
    for (const Operand& image : plan.stages().temporary) add_image(image, true);
    for (const GraphOutput& output : plan.graph().outputs)
      if (output.kind == GraphOutput::Kind::blockwise) add_image(output.image, false, output.index);
    for (std::size_t i = 0; i < plan.count(); ++i) add_stage(i);
  }

  void count(std::size_t index, const Counters& counters) {
    if (counters.blocks == 0) return;
    const Stage& stage = plan_.stages().list[index];
    for (std::size_t i = 0; i < stage.inputs.size(); ++i) image(stage.inputs[i]).blocks_read += counters.reads_of[i];
    for (std::size_t i = 0; i < stage.outputs.size(); ++i)
      image(stage.outputs[i]).blocks_written += counters.writes_of[i];
  }

  [[nodiscard]] PipelinePlan take() { return std::move(made_); }

 private:
  void add_image(const Operand& image, bool is_temporary, std::size_t output = 0) {
    const Graph& graph = plan_.graph();
    const ImageType& type = graph.type_of(image);
    made_.images.push_back({.name = graph.name_of(image), .is_temporary = is_temporary});
    PipelineImage& made = made_.images.back();
    made.type = type;
    made.metadata = graph.metadata_of(image);
    made.lost = graph.lost_by(image);
    made.bytes = type.shape.count() * size_of(type.dtype);
    if (is_temporary) made_.temporary_bytes += made.bytes;
    if (is_temporary) return;
    made.file =
        image.is_input() ? *file_of(plan_.call().inputs[image.index].image) : *file_of(plan_.call().outputs[output].to);
  }
  [[nodiscard]] PipelineImage& image(const Operand& operand) {
    return *std::ranges::find(made_.images, plan_.graph().name_of(operand), &PipelineImage::name);
  }

  void add_stage(std::size_t index) {
    const Stage& stage = plan_.stages().list[index];
    const StagePlan of_blocks = plan_.stage(index);
    PipelineStage made;
    for (const std::size_t step : stage.steps) made.steps.push_back(plan_.graph().steps[step].name);
    made.block = of_blocks.block;
    made.blocks = of_blocks.blocks;
    made.passes = Schedule(stage.program).passes();
    made.reads_depend_on_pixels = reads_depend_on_pixels(stage.program);
    made.peak_memory = of_blocks.peak_memory;
    made_.peak_memory = std::max(made_.peak_memory, made.peak_memory);
    const std::vector<int> reads = reads_of_inputs(stage.program);
    for (std::size_t i = 0; i < reads.size(); ++i) image(stage.inputs[i]).reads += reads[i];
    for (const Operand& output : stage.outputs) ++image(output).writes;
    made_.stages.push_back(std::move(made));
  }

  const Plan& plan_;
  PipelinePlan made_;
};

}  // namespace
}  // namespace blocks

PipelinePlan plan_pipeline(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on) {
  return blocks::PipelinePlanner(blocks::Plan(blocks::call_of(pipeline), settings, on)).take();
}

PipelineReport run_pipeline(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on) {
  const StopScope scope(on.stop);
  blocks::Plan plan(blocks::call_of(pipeline), settings, on);
  blocks::PipelinePlanner planner(plan);
  blocks::PlanRun run(plan, on);
  run.run();
  for (std::size_t i = 0; i < run.stages().size(); ++i) planner.count(i, run.stages()[i].counters);
  return {planner.take(), std::move(run.found())};
}

}  // namespace preamar
