#include "blocks/plan/plan.h"

#include "blocks/plan/advice.h"
#include "blocks/plan/outputs.h"
#include "blocks/plan/scratch.h"
#include "blocks/plan/valid_call.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/require.h"
#include "io/open.h"

#include <algorithm>
#include <optional>

namespace preamar::blocks {
namespace {

using Kind = GraphOutput::Kind;

// Temporary images have the format of the first output that is an image, so that the same settings of writing hold.
std::string temporary_suffix(const Call& call, const Graph& graph) {
  for (const GraphOutput& output : graph.outputs)
    if (const Path* file = file_of(call.outputs[output.index].to); file && output.kind == Kind::blockwise)
      return io::is_folder_of_files(*file) ? ".ome.zarr" : ".btf";
  return ".ome.zarr";
}

// No step reads the levels of a temporary image. A scratch image is plain pixels.
WriteOptions temporary_options(WriteOptions write, bool is_scratch) {
  write.pyramid.clear();
  write.cog = false;
  if (!is_scratch) return write;
  write.compression.clear();
  write.chunk = write.shard = {};
  return write;
}

}  // namespace

Plan::Plan(Call call, const BlockSettings& settings, const Execution& on, Executor executor)
    : call_(std::move(call)), settings_(settings), on_(on), executor_(executor) {
  require_execution(call_.name(), on);
  require_within(call_.name(), "memory", settings.memory, 0, INT64_MAX);
  for (const CallInput& input : call_.inputs) infos_.push_back(info_of(call_.name(), input.image, input.read));
  require_blocks_for_invalid(call_, infos_);
  graph_ = graph_of(call_, infos_, numbers_);
  require_outputs(call_, graph_, settings_);
  if (has_invalid_pixels(call_, infos_)) {
    call_ = with_valid_pixels(call_, graph_, infos_);
    graph_ = graph_of(call_, infos_, numbers_);
  } else if (call_.valid_out) {
    throw Error(ErrorKind::call,
                text(call_.name(), ": no input has invalid pixels; leave out ", setting("valid_out", "FILE")));
  }
  for (const GraphOutput& output : graph_.outputs)
    if (settings_.write.strict && output.kind != Kind::table)
      require_nothing_lost(shown_name(call_.outputs[output.index].to), graph_.lost_by(output.image));
  if (settings_.resume && !is_resumable())
    throw Error(ErrorKind::call, text(call_.name(), ": ", setting("resume", "true"), " needs files; a run from or to ",
                                      "arrays leaves nothing to continue from; run it again without it"));
  try {
    divide();
  } catch (const MemoryError& error) {
    const auto plan = [this](const BlockSettings& other, const Execution& other_on) {
      Plan again = *this;
      again.settings_ = other;
      again.on_ = other_on;
      again.ends_.clear();
      again.scratch_.clear();
      again.divide();
      return again.count() == 1 ? again.stage(0).block : Shape();
    };
    throw advised(error, call_.name(), settings_, on_, plan);
  }
}

// The stages, with the numbers that are known by now.
void Plan::renew() {
  graph_ = graph_of(call_, infos_, numbers_);
  for (const std::string& step : scratch_) add_scratch(graph_, step);
  stages_ = stages_of(graph_, ends_);
}

// Divides stages until each fits in the memory. Throws MemoryError for the stage that needs the most if one cannot be
// divided.
void Plan::divide() {
  std::optional<MemoryError> of_slabs;
  for (;;) {
    renew();
    std::string divider, slabs;
    std::optional<MemoryError> largest;
    for (const Stage& stage : stages_.list) {
      try {
        (void)plan_of(stage);
      } catch (const MemoryError& error) {
        if (divider.empty()) divider = divider_of(graph_, stage, ends_);
        if (slabs.empty() && needs_scratch(stage)) slabs = slabs_of(graph_, stage);
        if (!largest || error.needed() > largest->needed()) largest = error;
      }
    }
    if (!largest) return;
    if (!divider.empty()) {
      ends_.insert(divider);
    } else if (!slabs.empty()) {
      of_slabs = largest;
      scratch_.insert(slabs);
      ends_.insert(planes_of(slabs));
    } else {
      throw MemoryError(of_slabs && of_slabs->needed() <= largest->needed() ? *of_slabs : *largest);
    }
  }
}

// If not even one slab fits in the memory. A job has no local disk.
bool Plan::needs_scratch(const Stage& stage) const {
  if (executor_ == Executor::tasks || !has_slabs(stage.program)) return false;
  BlockSettings any = settings_;
  any.block = {};
  Plan again = *this;
  again.settings_ = any;
  try {
    (void)again.plan_of(stage);
    return false;
  } catch (const MemoryError&) {
    return true;
  }
}

void Plan::set_folders(const Path& images, const Path& local) {
  images_ = images;
  local_ = local;
}

void Plan::add_done(StageRecord record) {
  numbers_.insert(record.numbers.begin(), record.numbers.end());
  done_.push_back(std::move(record));
  renew();
}

const CallOutput* Plan::output_of(const Operand& image) const {
  for (const GraphOutput& output : graph_.outputs)
    if (output.kind == Kind::blockwise && output.image == image) return &call_.outputs[output.index];
  return nullptr;
}

Path Plan::temporary_file(const Operand& image) const {
  const std::string name = graph_.name_of(image);
  if (is_scratch(graph_.steps[image.at()])) return local_ / (name + ".npy");
  return images_ / (name + temporary_suffix(call_, graph_));
}

bool Plan::has_local_images(std::size_t stage) const {
  return images_ != local_ && std::ranges::any_of(stages_.list[stage].steps,
                                                  [&](std::size_t step) { return is_scratch(graph_.steps[step]); });
}

StagePlan Plan::plan_of(const Stage& stage) const {
  StagePlan plan{.program = stage.program, .inputs = {}, .outputs = {}};
  for (const Operand& output : stage.outputs) {
    const CallOutput* const to = output_of(output);
    WriteOptions write = settings_.write;
    write.metadata = graph_.metadata_of(output);
    if (to) write.has_mask = to->has_mask;
    if (!to) write = temporary_options(std::move(write), is_scratch(graph_.steps[output.at()]));
    plan.outputs.push_back(
        {to ? to->to : BlockOutput(temporary_file(output)), graph_.type_of(output), std::move(write), !to});
  }
  for (const Operand& input : stage.inputs) {
    if (input.is_input()) {
      const CallInput& given = call_.inputs[input.index];
      plan.inputs.push_back({given.image, given.read, infos_[input.index]});
      continue;
    }
    const CallOutput* const from = output_of(input);
    const Path file = from ? *blocks::file_of(from->to) : temporary_file(input);
    FileInfo info;
    info.type = graph_.type_of(input);
    info.chunk = io::stored_chunk(
        file, info.type,
        from ? settings_.write : temporary_options(settings_.write, is_scratch(graph_.steps[input.at()])));
    plan.inputs.push_back({file, {}, std::move(info)});
  }
  BlockSettings settings = settings_;
  if (std::ranges::any_of(plan.program.steps, [](const Step& step) { return is_of_planes(step.operation); }))
    settings.block = {};  // as many planes as fit
  lay_out(plan, settings, on_, executor_);
  return plan;
}

std::vector<Plan::StageTable> Plan::tables_of(std::size_t stage) const {
  std::vector<StageTable> tables;
  const std::vector<std::size_t>& steps = stages_.list[stage].steps;
  for (const GraphOutput& output : graph_.outputs)
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (output.kind == Kind::table && output.image.at() == steps[i]) tables.push_back({i, &output});
  std::stable_partition(tables.begin(), tables.end(), [&](const StageTable& table) {
    return call_.outputs[table.output->index].outlines.measurements.empty();
  });
  return tables;
}

WriteOptions Plan::table_options_of(const GraphOutput& table) const {
  // The file that the labels come from has their grid: operators keep that of their first image.
  Operand image = graph_.steps[table.image.at()].inputs[0];
  while (!image.is_input()) image = graph_.steps[image.at()].inputs[0];
  const CallInput& input = call_.inputs[image.index];
  const CallOutput& output = call_.outputs[table.index];
  WriteOptions options = settings_.write;
  options.outlines = output.outlines;
  const Path* const labels = file_of(input.image);
  return labels ? table_options(*file_of(output.to), options, *labels, input.read) : options;
}

std::vector<Number> numbers_of(const GraphStep& step, const StageRecord& record) {
  std::vector<Number> numbers;
  for (const Output& output : step.op->outputs)
    if (const auto number = record.numbers.find(text(step.name, ".", output.name)); number != record.numbers.end())
      numbers.push_back({output.name, number->second});
  return numbers;
}

}  // namespace preamar::blocks
