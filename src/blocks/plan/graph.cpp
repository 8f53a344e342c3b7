#include "blocks/plan/graph.h"

#include "core/error_text.h"
#include "core/nearest.h"
#include "registry/distance_unit.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace preamar::blocks {
namespace {

constexpr std::size_t unknown = static_cast<std::size_t>(-1);

[[noreturn]] void refuse_step(std::string_view step, const std::string& what) {
  throw Error(ErrorKind::call, text("pipeline: ", step, step.empty() ? "" : ": ", what));
}

// "step.output" in two parts; the second is empty if there is none.
std::pair<std::string_view, std::string_view> parts_of(std::string_view name) {
  const std::size_t dot = name.find('.');
  return {name.substr(0, dot), dot == std::string_view::npos ? "" : name.substr(dot + 1)};
}

bool is_numeric(const Option& option) { return option.kind == OptionKind::real || option.kind == OptionKind::integer; }

bool is_number(const Output& output) { return output.kind == OutputKind::number || output.kind == OutputKind::real; }

// "value" stands for the number of an operator that finds one.
bool is_only_number(const Operator& op, std::string_view name) {
  return name == "value" && std::ranges::count_if(op.outputs, is_number) == 1;
}

class Resolver {
 public:
  Resolver(const Call& call, std::span<const FileInfo> inputs, const FoundNumbers& found)
      : call_(call), found_(found), position_(call.steps.size(), unknown) {
    graph_.op = call.op;
    for (const FileInfo& input : inputs) {
      graph_.inputs.push_back(input.type);
      graph_.input_metadata.push_back(input.metadata);
    }
    for (const CallInput& input : call.inputs) add_name(input.name), graph_.input_names.push_back(input.name);
    for (const PipelineStep& step : call.steps) add_name(step.name);
  }

  Graph run() {
    for (std::size_t i = 0; i < call_.steps.size(); ++i) add(i);
    for (std::size_t i = 0; i < call_.outputs.size(); ++i)
      if (has_names())
        add_output(i);
      else
        add_output_of_operator(i);
    if (call_.op) find_results();
    return std::move(graph_);
  }

 private:
  // Whether outputs have names.
  [[nodiscard]] bool has_names() const { return !call_.op || call_.is_rewritten; }

  void add_name(const std::string& name) {
    if (name.empty() || name.find_first_of("./") != std::string::npos)
      refuse_step("", text("name '", name, "' is empty, or has a dot or a slash; give letters, digits and _"));
    if (!names_.insert(name).second) refuse_step("", text("name '", name, "' is given twice; names must be different"));
  }

  // The position of a step in the graph; adds it after the steps that it needs.
  std::size_t add(std::size_t index) {
    const PipelineStep& step = call_.steps[index];
    if (position_[index] != unknown) return position_[index];
    if (!begun_.insert(index).second) refuse_step(step.name, "its input depends on its own result; remove the cycle");
    GraphStep own;
    own.name = step.name;
    own.op = &operator_named(step.op);
    std::vector<ImageType> types;
    std::vector<Metadata> metadata;
    std::vector<std::string> shown;
    for (const std::string& input : step.inputs) {
      own.inputs.push_back(image_named(step.name, input));
      types.push_back(graph_.type_of(own.inputs.back()));
      metadata.push_back(graph_.metadata_of(own.inputs.back()));
      shown.push_back(own.inputs.back().is_input() ? call_.shown_input(own.inputs.back().index) : input);
    }
    const Metadata common = common_metadata(step.name, shown, metadata);
    Values given = has_names() ? resolved_options(step, own) : step.options;
    if (!types.empty()) given = with_file_options(*own.op, given, shown[0], types[0], metadata[0]);
    own.options = check_call(*own.op, types.size(), given);
    own.operation = operation_for(*own.op, types, own.options);
    for (std::size_t i = 0; i < own.operation.results.size(); ++i)
      own.metadata.push_back(metadata_of_result(*own.op, i, common, types[0], own.operation.results[i]));
    own.tables_from = measured_by(step);
    graph_.steps.push_back(std::move(own));
    return position_[index] = graph_.steps.size() - 1;
  }

  // The steps whose tables are measurements of the outlines that this step finds.
  std::vector<std::size_t> measured_by(const PipelineStep& step) {
    std::vector<std::size_t> steps;
    for (const CallOutput& outlines : call_.outputs)
      for (const CallOutput& table : call_.outputs) {
        const Path* const file = file_of(table.to);
        if (file && parts_of(outlines.result).first == step.name && !outlines.outlines.measurements.empty() &&
            is_same_file(*file, outlines.outlines.measurements))
          steps.push_back(add(step_named("outputs", parts_of(table.result).first)));
      }
    return steps;
  }

  Values resolved_options(const PipelineStep& step, GraphStep& own) {
    Values options = step.options;
    for (auto& [name, value] : options) {
      const auto* reference = std::get_if<std::string>(&value);
      if (!reference || !is_numeric(option_named(*own.op, name))) continue;
      const std::string_view other = parts_of(*reference).first, output = parts_of(*reference).second;
      own.numbers_from.push_back(add(step_named(step.name, other)));
      const Operator& op = *graph_.steps[own.numbers_from.back()].op;
      const auto found = std::ranges::find_if(op.outputs, [&](const Output& out) {
        return is_number(out) && (out.name == output || is_only_number(op, output));
      });
      if (found == op.outputs.end())
        refuse_step(step.name, text(name, " is '", *reference, "'; ", other, " finds no number of that name"));
      const auto known = found_.find(text(other, ".", found->name));
      value = known == found_.end() ? Value(std::int64_t{1}) : as_int64(known->second);
    }
    return options;
  }
  // Options have no uint64.
  static Value as_int64(const Value& value) {
    const auto* large = std::get_if<std::uint64_t>(&value);
    return large ? Value(static_cast<double>(*large)) : value;
  }

  std::size_t step_named(std::string_view user, std::string_view name) const {
    const auto found = std::ranges::find(call_.steps, name, &PipelineStep::name);
    if (found == call_.steps.end())
      refuse_step(user, text("'", name, "' is not the name of a step; ",
                             nearest_text(name, call_.steps, "give one of its steps", &PipelineStep::name)));
    return static_cast<std::size_t>(found - call_.steps.begin());
  }

  Operand image_named(std::string_view user, std::string_view name) {
    const auto input = std::ranges::find(call_.inputs, name, &CallInput::name);
    if (input != call_.inputs.end()) return {.index = static_cast<std::size_t>(input - call_.inputs.begin())};
    const auto [step, output] = parts_of(name);
    const std::size_t position = add(step_named(user, step));
    const GraphStep& found = graph_.steps[position];
    for (std::size_t i = 0; i < found.operation.results.size(); ++i)
      if ((output.empty() && i == 0) || found.op->outputs[i].name == output) {
        if (!call_.op && !is_blockwise(found.operation, found.operation.results[i])) break;
        return {static_cast<int>(position), i};
      }
    refuse_step(user, text("'", name, "' is not an image of the shape of its input"));
  }

  void add_output(std::size_t index) {
    const CallOutput& output = call_.outputs[index];
    const auto [step, part] = parts_of(output.result);
    const std::size_t position = add(step_named("outputs", step));
    const GraphStep& found = graph_.steps[position];
    const bool has_image = !found.operation.results.empty();
    const auto table = std::ranges::find(found.op->outputs, OutputKind::table, &Output::kind);
    if (table != found.op->outputs.end() && (part == table->name || (part.empty() && !has_image)))
      graph_.outputs.push_back({GraphOutput::Kind::table, {static_cast<int>(position), 0}, index});
    else
      add_image(image_named("outputs", output.result), index);
  }

  // Outputs of an operator are its images in order, then its table.
  void add_output_of_operator(std::size_t index) {
    const Path* const file = file_of(call_.outputs[index].to);
    const std::size_t images = graph_.steps[0].operation.results.size();
    if (index < images)
      add_image({0, index}, index);
    else if (!file || !file->empty())
      graph_.outputs.push_back({GraphOutput::Kind::table, {0, 0}, index});
  }

  void find_results() {
    for (const std::string& name : call_.results) graph_.results.push_back(image_named("outputs", name));
    if (!has_names())
      for (std::size_t i = 0; i < graph_.steps[0].operation.results.size(); ++i) graph_.results.push_back({0, i});
  }

  // After all steps, so that a unit of distances is not one of the values that a later step makes of them.
  void add_image(const Operand& image, std::size_t index) {
    const ImageType& type = graph_.type_of(image);
    const bool is_written_in_blocks = image.is_input() || is_blockwise(graph_.steps[image.at()].operation, type);
    const Path* const file = file_of(call_.outputs[index].to);
    if (!is_written_in_blocks && file && file->empty()) return;
    graph_.outputs.push_back(
        {is_written_in_blocks ? GraphOutput::Kind::blockwise : GraphOutput::Kind::other, image, index});
    if (image.is_input()) return;
    GraphStep& step = graph_.steps[image.at()];
    ResultMetadata& metadata = step.metadata[image.index];
    const CallOutput& output = call_.outputs[index];
    if (output.metadata)
      metadata = *output.metadata;
    else if (file)
      add_distance_unit(metadata.kept, *step.op, image.index, step.options, *file, type);
  }

  const Call& call_;
  const FoundNumbers& found_;
  std::vector<std::size_t> position_;  // per step of the call
  std::set<std::size_t> begun_;
  std::set<std::string, std::less<>> names_;
  Graph graph_;
};

}  // namespace

std::string Graph::name_of(const Operand& operand) const {
  if (operand.is_input()) return input_names[operand.index];
  const GraphStep& step = steps[operand.at()];
  return operand.index == 0 ? step.name : text(step.name, ".", step.op->outputs[operand.index].name);
}

const Metadata& Graph::metadata_of(const Operand& operand) const {
  return operand.is_input() ? input_metadata[operand.index] : steps[operand.at()].metadata[operand.index].kept;
}

std::vector<std::string> Graph::lost_by(const Operand& operand) const {
  return operand.is_input() ? std::vector<std::string>() : steps[operand.at()].metadata[operand.index].lost;
}

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code none;
  return std::filesystem::weakly_canonical(one, none) == std::filesystem::weakly_canonical(other, none);
}

Graph graph_of(const Call& call, std::span<const FileInfo> inputs, const FoundNumbers& found) {
  if (call.steps.empty()) refuse_step("", "there is no step; give one or more");
  return Resolver(call, inputs, found).run();
}

}  // namespace preamar::blocks
