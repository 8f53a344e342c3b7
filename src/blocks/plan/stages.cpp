#include "blocks/plan/stages.h"

#include "blocks/program/pass_work.h"
#include "core/error_text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace preamar::blocks {
namespace {

// Whether a block of any shape can be computed from the same block of the inputs, and its surroundings.
bool is_independent(const GraphStep& step) {
  return is_kind<IndependentKind>(step.operation) && !spans_planes(step.operation);
}

class Division {
 public:
  Division(const Graph& graph, const Ends& ends) : graph_(graph), ends_(ends) {
    for (const GraphStep& step : graph.steps) place(step);
  }

  Stages run() {
    Stages stages;
    for (int stage = 0; stage <= last_; ++stage)
      for (const Shape& shape : shapes_in(stage)) stages.list.push_back(Assembly(*this, stage, shape).run());
    std::erase_if(stages.list, [](const Stage& stage) { return stage.steps.empty(); });
    for (const Operand& image : kept_)
      if (!is_output(image)) stages.temporary.push_back(image);
    return stages;
  }

 private:
  // Puts a step into the first stage in which it can run, and images that must be kept for it on the list.
  void place(const GraphStep& step) {
    int stage = 0;
    for (const std::size_t from : step.numbers_from) stage = std::max(stage, stage_[from] + 1);
    for (const std::size_t from : step.tables_from)
      stage = std::max(stage, stage_[from] + (graph_.steps[from].operation.image == step.operation.image ? 0 : 1));
    for (const Operand& input : step.inputs)
      stage = std::max(
          stage, first_stage(input) + (!is_plain(input) && ends_.contains(graph_.steps[input.at()].name) ? 1 : 0));
    const bool is_strict = needs_known_inputs(step.operation);
    for (const Operand& input : step.inputs)
      if (is_strict && !is_plain(input) && first_stage(input) == stage) ++stage;
    bool is_computed_from_files = is_independent(step);
    for (const Operand& input : step.inputs) {
      if (is_plain(input)) continue;
      if (first_stage(input) < stage)
        keep(input);
      else
        is_computed_from_files = false;
    }
    stage_.push_back(stage);
    is_plain_.push_back(is_computed_from_files);
    last_ = std::max(last_, stage);
  }

  void keep(const Operand& image) {
    if (!is_kept(image)) kept_.push_back(image);
  }
  [[nodiscard]] bool is_kept(const Operand& image) const { return std::ranges::find(kept_, image) != kept_.end(); }
  [[nodiscard]] bool is_output(const Operand& image) const {
    return std::ranges::any_of(graph_.outputs, [&](const GraphOutput& output) {
      return output.kind == GraphOutput::Kind::blockwise && output.image == image;
    });
  }
  // The first stage in which an image can be computed.
  [[nodiscard]] int first_stage(const Operand& image) const { return image.is_input() ? 0 : stage_[image.at()]; }
  // Whether every stage from the first on can compute it without results for borders.
  [[nodiscard]] bool is_plain(const Operand& image) const { return image.is_input() || is_plain_[image.at()]; }

  [[nodiscard]] std::vector<Shape> shapes_in(int stage) const {
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < graph_.steps.size(); ++i)
      if (stage_[i] == stage && std::ranges::find(shapes, graph_.steps[i].operation.image) == shapes.end())
        shapes.push_back(graph_.steps[i].operation.image);
    return shapes;
  }

  // The program of one stage for images of one shape.
  class Assembly {
   public:
    Assembly(const Division& of, int stage, const Shape& shape)
        : of_(of), graph_(of.graph_), stage_(stage), shape_(shape) {}

    Stage run() {
      for (std::size_t i = 0; i < graph_.steps.size(); ++i)
        if (of_.stage_[i] == stage_ && graph_.steps[i].operation.image == shape_ && !is_independent(graph_.steps[i]))
          add_step(i);
      for (const GraphOutput& output : graph_.outputs)
        if (output.kind == GraphOutput::Kind::blockwise) add_output(output.image);
      for (const Operand& image : of_.kept_)
        if (!of_.is_output(image)) add_output(image);
      return std::move(made_);
    }

   private:
    void add_output(const Operand& image) {
      if (image.is_input() || of_.stage_[image.at()] != stage_ || graph_.type_of(image).shape != shape_) return;
      made_.outputs.push_back(image);
      made_.program.outputs.push_back(operand_for(image));
    }

    Operand operand_for(const Operand& image) {
      const bool is_stored = image.is_input() || (of_.stage_[image.at()] < stage_ && of_.is_kept(image));
      if (!is_stored) return {static_cast<int>(add_step(image.at())), image.index};
      const auto known = std::ranges::find(made_.inputs, image);
      if (known != made_.inputs.end()) return {.index = static_cast<std::size_t>(known - made_.inputs.begin())};
      made_.inputs.push_back(image);
      made_.program.inputs.push_back(graph_.type_of(image));
      return {.index = made_.inputs.size() - 1};
    }

    std::size_t add_step(std::size_t index) {
      const auto known = std::ranges::find(made_.steps, index);
      if (known != made_.steps.end()) return static_cast<std::size_t>(known - made_.steps.begin());
      Step step{graph_.steps[index].operation, {}};
      for (const Operand& input : graph_.steps[index].inputs) step.inputs.push_back(operand_for(input));
      made_.program.steps.push_back(std::move(step));
      made_.steps.push_back(index);
      return made_.steps.size() - 1;
    }

    const Division& of_;
    const Graph& graph_;
    const int stage_;
    const Shape shape_;
    Stage made_;
  };

  const Graph& graph_;
  const Ends& ends_;
  std::vector<int> stage_;      // per step
  std::vector<bool> is_plain_;  // per step
  std::vector<Operand> kept_;   // images that a stage writes and later ones read
  int last_ = 0;
};

}  // namespace

Stages stages_of(const Graph& graph, const Ends& ends) {
  Stages stages = Division(graph, ends).run();
  for (Stage& stage : stages.list) {
    std::string names;
    for (const std::size_t step : stage.steps) names += text(names.empty() ? "" : ", ", graph.steps[step].name);
    stage.program.name =
        graph.op ? std::string(graph.op->name) : text(stage.steps.size() == 1 ? "step " : "steps ", names);
  }
  return stages;
}

std::vector<int> reads_of_inputs(const Stages& stages, const Graph& graph) {
  std::vector<int> reads(graph.inputs.size());
  for (const Stage& stage : stages.list) {
    const std::vector<int> own = reads_of_inputs(stage.program);
    for (std::size_t i = 0; i < own.size(); ++i)
      if (stage.inputs[i].is_input()) reads[stage.inputs[i].index] += own[i];
  }
  return reads;
}

std::string divider_of(const Graph& graph, const Stage& stage, const Ends& ends) {
  std::string first;
  for (std::size_t i = 0; i < stage.steps.size(); ++i) {
    const GraphStep& step = graph.steps[stage.steps[i]];
    if (is_independent(step) || ends.contains(step.name)) continue;
    const bool is_used = std::ranges::any_of(stage.program.steps, [&](const Step& other) {
      return std::ranges::any_of(other.inputs, [&](const Operand& from) { return !from.is_input() && from.at() == i; });
    });
    if (!is_used) continue;
    if (is_kind<SlabsKind>(step.operation)) return step.name;
    if (first.empty()) first = step.name;
  }
  return first;
}

}  // namespace preamar::blocks
