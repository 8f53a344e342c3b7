#include "blocks/plan/scratch.h"

#include "core/error_text.h"
#include "io/pixels.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace preamar::blocks {
namespace {

template <class Form>
bool is_form(const Operation& operation) {
  return std::holds_alternative<Form>(operation.form->kind);
}

void copy_inputs(const Operator&, const BlockView& view, std::span<const ImageView> outs) {
  for (std::size_t i = 0; i < outs.size(); ++i) io::copy_image(view.inputs[i], outs[i]);
}

constexpr BlockForm copy_form = {.kind = IndependentForm{copy_inputs}};

GraphStep step_with(const GraphStep& step, std::string name, const BlockForm& form, std::vector<ImageType> inputs,
                    std::vector<ImageType> results) {
  GraphStep own = step;
  own.name = std::move(name);
  own.operation.form = &form;
  own.operation.inputs = std::move(inputs);
  own.operation.results = std::move(results);
  own.metadata.resize(own.operation.results.size());
  return own;
}

}  // namespace

std::string slabs_of(const Graph& graph, const Stage& stage) {
  for (const std::size_t step : stage.steps)
    if (is_form<DistanceForm>(graph.steps[step].operation)) return graph.steps[step].name;
  return {};
}

std::string planes_of(std::string_view step) { return text(step, ".planes"); }

bool is_of_planes(const Operation& operation) { return is_form<DistancePlanesForm>(operation); }

bool is_scratch(const GraphStep& step) {
  return is_form<DistanceLinesForm>(step.operation) || is_of_planes(step.operation);
}

void add_scratch(Graph& graph, std::string_view step) {
  const auto found = std::ranges::find(graph.steps, step, &GraphStep::name);
  const auto index = static_cast<int>(found - graph.steps.begin());
  const GraphStep whole = *found;
  const std::vector<ImageType> positions{{DType::uint32, whole.operation.image}}, &results = whole.operation.results;
  const auto& form = std::get<DistanceForm>(whole.operation.form->kind);
  GraphStep lines = step_with(whole, text(step, ".lines"), *form.lines, whole.operation.inputs, positions);
  GraphStep planes = step_with(whole, planes_of(step), *form.planes, positions, results);
  GraphStep copy = step_with(whole, whole.name, copy_form, results, results);
  planes.inputs = {{index, 0}};
  copy.inputs.clear();
  for (std::size_t i = 0; i < results.size(); ++i) copy.inputs.push_back({index + 1, i});
  graph.steps[static_cast<std::size_t>(index)] = std::move(copy);
  graph.steps.insert(graph.steps.begin() + index, {std::move(lines), std::move(planes)});
  // What refers to this step, or to a later one, follows it.
  const auto follow = [&](Operand& operand) {
    if (operand.step >= index) operand.step += 2;
  };
  const auto follow_all = [&](std::vector<std::size_t>& steps) {
    for (std::size_t& other : steps)
      if (other >= static_cast<std::size_t>(index)) other += 2;
  };
  for (std::size_t i = static_cast<std::size_t>(index) + 3; i < graph.steps.size(); ++i) {
    for (Operand& input : graph.steps[i].inputs) follow(input);
    follow_all(graph.steps[i].numbers_from);
    follow_all(graph.steps[i].tables_from);
  }
  for (GraphOutput& output : graph.outputs) follow(output.image);
}

}  // namespace preamar::blocks
