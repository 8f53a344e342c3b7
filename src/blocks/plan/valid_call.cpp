#include "blocks/plan/valid_call.h"

#include "blocks/call/valid_steps.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "io/open.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace preamar::blocks {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// An image of the call, as the new call has it.
struct Known {
  std::string image;
  std::string valid;       // empty: all pixels
  bool is_marked = false;  // invalid pixels have the nodata value
};

// Whether the last image that the step is given is its input for valid pixels.
bool is_given_valid(const Operator& op, std::size_t images) { return takes_valid(op) && images == op.inputs.size(); }

bool has_mask(const CallInput& input, const FileInfo& info) {
  return info.has_mask && !input.read.mask && !input.read.ignore_metadata;
}

class ValidCall {
 public:
  ValidCall(const Call& call, const Graph& graph, std::vector<FileInfo>& infos)
      : graph_(graph), infos_(infos), given_(call), made_(call) {
    made_.steps.clear();
    made_.is_rewritten = given_.op != nullptr;
    for (std::size_t i = 0; i < given_.inputs.size(); ++i) inputs_.push_back(known_input(i));
    for (const GraphStep& step : graph.steps) add(step);
    if (given_.op)
      write_results_of_operator();
    else
      for (const GraphOutput& output : graph.outputs) write(output);
    std::ranges::move(masks_of_outputs_, std::back_inserter(made_.outputs));
  }

  Call take() { return std::move(made_); }

 private:
  [[nodiscard]] const Known& known(const Operand& image) const {
    return image.is_input() ? inputs_[image.index] : results_[image.at()][image.index];
  }

  std::string add_step(std::string name, std::string op, std::vector<std::string> inputs, Values options) {
    made_.steps.push_back({std::move(name), std::move(op), std::move(inputs), std::move(options)});
    return made_.steps.back().name;
  }

  Known known_input(std::size_t index) {
    const CallInput& input = given_.inputs[index];
    Known found{input.name, {}};
    if (is_mask(input)) return found;
    const auto add_mask = [&](const std::string& mask) {
      found.is_marked = false;
      found.valid =
          found.valid.empty() ? mask : add_step(text(input.name, "~valid", ++masks_), "and", {found.valid, mask}, {});
    };
    if (const std::optional<double> nodata = infos_[index].metadata.nodata) {
      add_mask(add_step(text(input.name, "~valid"), "valid", {input.name}, {{"nodata", *nodata}}));
      found.is_marked = true;
    }
    if (has_mask(input, infos_[index])) add_mask(mask_of_file(input));
    if (!input.valid.empty()) add_mask(named_mask(input));
    return found;
  }

  // Whether it is only read as the mask of another input.
  [[nodiscard]] bool is_mask(const CallInput& input) const {
    return std::ranges::any_of(given_.inputs, [&](const CallInput& other) { return other.valid == input.name; });
  }

  std::string mask_of_file(const CallInput& input) {
    CallInput mask = input;
    mask.name = text(input.name, "~mask");
    mask.valid.clear();
    mask.read.mask = true;
    infos_.push_back(info_of(given_.name(), mask.image, mask.read));
    made_.inputs.push_back(std::move(mask));
    return made_.inputs.back().name;
  }

  [[nodiscard]] std::string named_mask(const CallInput& input) const {
    const auto found = std::ranges::find(given_.inputs, input.valid, &CallInput::name);
    if (found == given_.inputs.end() || input.valid == input.name)
      throw Error(ErrorKind::call, text(given_.name(), ": valid of ", input.name, " is '", input.valid,
                                        "'; it must be the name of another input"));
    const auto index = static_cast<std::size_t>(found - given_.inputs.begin());
    const ImageType& mask = infos_[index].type;
    const Shape& shape = infos_[static_cast<std::size_t>(&input - given_.inputs.data())].type.shape;
    if (mask.shape != shape || is_floating(mask.dtype))
      throw Error(ErrorKind::call,
                  text(given_.name(), ": valid is ", file_of(found->image) ? shown_name(found->image) + ", " : "",
                       mask.shape.text(), " ", name_of(mask.dtype), "; it must be ", shape.text(),
                       ", of bool or integers, as ", shown_name(input.image), " is"));
    return input.valid;
  }

  // Checked options, but for numbers that other steps find. A nodata value that only comes from the image is one of its
  // valid pixels by now.
  [[nodiscard]] static Values options_of(const GraphStep& step, const PipelineStep& given) {
    Values options = step.options;
    for (const auto& [name, value] : given.options)
      if (std::holds_alternative<std::string>(value) && !is_file_value(name, value)) options[name] = value;
    if (options.contains("nodata") && !given.options.contains("nodata")) options["nodata"] = no_value;
    return options;
  }

  void add(const GraphStep& step) {
    const PipelineStep& given = *std::ranges::find(given_.steps, step.name, &PipelineStep::name);
    std::vector<ValidInput> inputs;
    bool is_whole = true, is_marked = true;
    const bool has_valid = is_given_valid(*step.op, step.inputs.size());
    for (const Operand& input : std::span(step.inputs).first(step.inputs.size() - (has_valid ? 1 : 0))) {
      const Known& image = known(input);
      inputs.push_back({image.image, image.valid, graph_.type_of(input)});
      is_whole = is_whole && image.valid.empty();
      is_marked = is_marked && image.is_marked;
    }
    if (has_valid) {
      std::string& valid = inputs[0].valid;
      const std::string& more = known(step.inputs.back()).image;
      valid = valid.empty() ? more : add_step(text(step.name, "~valid"), "and", {valid, more}, {});
    }
    if (!has_valid && is_whole) {
      keep(step, given, inputs, {});
    } else if (!has_valid && is_marked && step.options.contains("nodata")) {
      PipelineStep same = given;
      same.options = step.options;
      keep(step, same, inputs, valid_beside(step, inputs[0]));
    } else {
      rewrite(step, given, inputs);
    }
  }

  // An operator that knows the nodata value of its image: the option may be another one than that of the file.
  std::string valid_beside(const GraphStep& step, const ValidInput& image) {
    if (step.op->name == "valid") return {};  // the result is the mask
    const std::optional<double> of_image = graph_.metadata_of(step.inputs[0]).nodata;
    const Value& own = step.options.find("nodata")->second;
    if (of_image && own == Value(*of_image)) return image.valid;
    return add_step(text(step.name, "~valid"), "valid", {image.image}, {{"nodata", own}});
  }

  void keep(const GraphStep& step, PipelineStep same, const std::vector<ValidInput>& inputs, const std::string& valid) {
    same.inputs.clear();
    for (const ValidInput& input : inputs) same.inputs.push_back(input.image);
    made_.steps.push_back(std::move(same));
    std::vector<Known>& results = results_.emplace_back();
    for (std::size_t i = 0; i < step.operation.results.size(); ++i)
      results.push_back({graph_.name_of({static_cast<int>(results_.size()) - 1, i}), valid, !valid.empty()});
  }

  void rewrite(const GraphStep& step, const PipelineStep& given, const std::vector<ValidInput>& inputs) {
    ValidSteps steps = on_valid_pixels(*step.op, step.name, inputs, options_of(step, given));
    std::ranges::move(steps.steps, std::back_inserter(made_.steps));
    std::vector<Known>& results = results_.emplace_back();
    for (std::size_t i = 0; i < step.operation.results.size(); ++i) {
      const bool has_pixels = is_blockwise(step.operation, step.operation.results[i]);
      results.push_back({steps.images[i], has_pixels ? steps.valid : std::string(), false});
    }
  }

  // A step that gives invalid pixels the value that marks them in a file; the name of its result.
  std::string marked(const Operand& image, CallOutput& output) {
    const Known& own = known(image);
    if (own.valid.empty() || own.is_marked) return own.image;
    const DType dtype = graph_.type_of(image).dtype;
    ResultMetadata& result = output.metadata.emplace();
    result = {graph_.metadata_of(image), graph_.lost_by(image)};
    std::optional<double>& nodata = result.kept.nodata;
    if (!nodata && is_floating(dtype)) nodata = no_value;
    std::erase_if(result.lost, [](const std::string& lost) { return lost.starts_with("nodata "); });
    const bool is_mask = graph_.steps[image.at()].op->name == "valid";  // 0 says it
    std::string name = own.image;
    std::ranges::replace(name, '.', '~');
    if (!nodata && !given_.valid_out && !is_mask) add_mask(name, own.valid, graph_.type_of(image), output);
    return add_step(text(name, "~out"), "and", {own.image, own.valid},
                    {{"value", nodata.value_or(0)}, {"distinct", nodata && !std::isnan(*nodata)}});
  }

  // Beside the file of an output, where its format has that; announced where it has not.
  void add_mask(const std::string& name, const std::string& valid, const ImageType& type, CallOutput& output) {
    const Path* const file = file_of(output.to);
    const std::optional<Path> mask = file && !file->empty() ? io::mask_kept_beside(*file, type) : std::nullopt;
    output.has_mask = mask.has_value();
    if (!mask) {
      output.metadata->lost.emplace_back(lost_mask);
      return;
    }
    masks_of_outputs_.push_back({.result = add_step(text(name, "~mask"), "valid", {valid}, {{"nodata", 0.0}}),
                                 .to = *mask,
                                 .outlines = {},
                                 .metadata = ResultMetadata{}});
  }

  void write(const GraphOutput& output) {
    CallOutput& to = made_.outputs[output.index];
    if (output.kind == GraphOutput::Kind::table) return;
    to.result = marked(output.image, to);
  }

  // Names for all images, including those that are not written, and for the table.
  void write_results_of_operator() {
    const GraphStep& step = graph_.steps[0];
    std::vector<CallOutput> outputs = std::move(made_.outputs);
    made_.outputs.clear();
    for (std::size_t i = 0; i < step.operation.results.size(); ++i) {
      made_.results.push_back(marked({0, i}, outputs[i]));
      outputs[i].result = made_.results.back();
    }
    for (std::size_t i = step.operation.results.size(); i < outputs.size(); ++i)
      outputs[i].result = text(step.name, ".", step.op->outputs.back().name);
    made_.outputs = std::move(outputs);
    if (!made_.valid_out) return;
    const std::string valid = results_[0].empty() ? std::string() : results_[0][0].valid;
    if (valid.empty())
      throw Error(ErrorKind::call,
                  text(given_.name(), ": no result has invalid pixels; leave out ", setting("valid_out", "FILE")));
    made_.outputs.push_back({.result = add_step(text(step.name, "~mask"), "valid", {valid}, {{"nodata", 0.0}}),
                             .to = *made_.valid_out,
                             .outlines = {}});
  }

  const Graph& graph_;
  std::vector<FileInfo>& infos_;
  const Call& given_;
  Call made_;
  std::vector<Known> inputs_;
  std::vector<std::vector<Known>> results_;  // per step of the graph
  std::vector<CallOutput> masks_of_outputs_;
  int masks_ = 0;
};

}  // namespace

bool has_invalid_pixels(const Call& call, std::span<const FileInfo> inputs) {
  for (std::size_t i = 0; i < call.inputs.size(); ++i)
    if (inputs[i].metadata.nodata || !call.inputs[i].valid.empty() || has_mask(call.inputs[i], inputs[i])) return true;
  return std::ranges::any_of(
      call.steps, [](const PipelineStep& step) { return is_given_valid(operator_named(step.op), step.inputs.size()); });
}

void require_blocks_for_invalid(const Call& call, std::span<const FileInfo> inputs) {
  if (!call.op || !has_invalid_pixels(call, inputs)) return;
  Values options = call.steps[0].options;
  std::erase_if(options, [](const auto& option) { return is_file_value(option.first, option.second); });
  std::vector<ImageType> types;
  for (std::size_t i = 0; i < call.steps[0].inputs.size(); ++i) types.push_back(inputs[i].type);
  if (!works_in_blocks(*call.op, types, options))
    throw Error(ErrorKind::call, text(call.name(), ": works on whole images only with these options, which is not ",
                                      "possible with invalid pixels; give other options, or take all pixels as ",
                                      "valid with ", setting("ignore_metadata", "true")));
}

Call with_valid_pixels(const Call& call, const Graph& graph, std::vector<FileInfo>& infos) {
  return ValidCall(call, graph, infos).take();
}

}  // namespace preamar::blocks
