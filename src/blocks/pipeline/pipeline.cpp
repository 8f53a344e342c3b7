// Runs pipelines: one stage after another, each as a run in blocks of its own.
#include <preamar/pipeline.h>

#include "blocks/engine.h"
#include "blocks/pipeline/folder.h"
#include "blocks/pipeline/outputs.h"
#include "blocks/pipeline/stages.h"
#include "blocks/request.h"
#include "blocks/run_outputs.h"
#include "blocks/summary/table_output.h"
#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/notation.h"
#include "core/progress.h"
#include "core/require.h"
#include "io/open.h"

#include <preamar/version.h>

#include <algorithm>

namespace preamar {
namespace blocks {
namespace {

// Temporary images have the format of the first output that is an image, so that the same settings of writing hold.
std::string temporary_suffix(const Graph& graph) {
  for (const GraphOutput& output : graph.outputs)
    if (!output.is_table) return output.file.extension() == ".zarr" ? ".ome.zarr" : ".btf";
  return ".ome.zarr";
}

class PipelineRun {
 public:
  PipelineRun(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on)
      : pipeline_(pipeline), settings_(settings), on_(on) {
    require_execution("pipeline", on);
    require_within("pipeline", "memory", settings.memory, 0, INT64_MAX);
    for (const PipelineInput& input : pipeline.inputs)
      infos_.push_back(io::open_source(input.file, input.read)->info());
    graph_ = graph_of(pipeline_, infos_, numbers_);
    require_outputs(pipeline_, graph_, settings_.resume);
    divide();
  }

  PipelinePlan plan() {
    PipelinePlan plan;
    for (std::size_t i = 0; i < pipeline_.inputs.size(); ++i) add_image(plan, {.index = i}, false);
    for (const Operand& image : stages_.temporary) add_image(plan, image, true);
    for (const GraphOutput& output : graph_.outputs)
      if (!output.is_table) add_image(plan, output.image, false);
    for (const Stage& stage : stages_.list) add_stage(plan, stage);
    return plan;
  }

  PipelineReport run() {
    PipelineReport report{plan(), {}};
    const std::vector<io::InputIdentity> before = identities();
    PipelineFolder folder(pipeline_.outputs.empty() ? Path() : pipeline_.outputs[0].file, identity(before), settings_);
    folder_ = folder.path();
    if (!folder.is_resumed()) require_replaceable();
    try {
      for (std::size_t i = 0; i < stages_.list.size(); ++i) run_stage(i, folder, before, report);
      report.found = found(folder);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::call) folder.keep();
      throw;
    } catch (...) {
      folder.keep();
      throw;
    }
    return report;
  }

 private:
  // The stages, with the numbers that are known by now.
  void renew() {
    graph_ = graph_of(pipeline_, infos_, numbers_);
    stages_ = stages_of(graph_, ends_);
  }

  // Divides stages until each fits in the memory. Throws MemoryError for the stage that needs the most if one cannot be
  // divided.
  void divide() {
    for (;;) {
      renew();
      std::optional<std::size_t> divider;
      std::optional<MemoryError> largest;
      for (const Stage& stage : stages_.list) {
        try {
          (void)request_for(stage);
        } catch (const MemoryError& error) {
          if (!divider) divider = divider_of(graph_, stage, ends_);
          if (!largest || error.needed() > largest->needed()) largest = error;
        }
      }
      if (!largest) return;
      if (!divider) throw MemoryError(*largest);
      ends_.insert(*divider);
    }
  }

  // The file of an image: an input, an output, or a temporary image.
  [[nodiscard]] Path file_of(const Operand& image) const {
    if (image.is_input()) return pipeline_.inputs[image.index].file;
    for (const GraphOutput& output : graph_.outputs)
      if (!output.is_table && output.image == image) return output.file;
    return folder_ / text(graph_.name_of(image), temporary_suffix(graph_));
  }
  [[nodiscard]] ReadOptions read_options(const Operand& image) const {
    return image.is_input() ? pipeline_.inputs[image.index].read : ReadOptions();
  }

  [[nodiscard]] Request request_for(const Stage& stage) const {
    Request request;
    request.program = stage.program;
    request.settings = settings_;
    for (const Operand& output : stage.outputs) {
      request.outputs.push_back(file_of(output));
      request.output_types.push_back(graph_.type_of(output));
      request.output_metadata.push_back(graph_.metadata_of(output));
    }
    std::vector<FileInfo> infos;
    for (const Operand& input : stage.inputs) {
      request.inputs.push_back(file_of(input));
      infos.push_back(input.is_input() ? infos_[input.index] : FileInfo());
      if (input.is_input()) continue;
      infos.back().type = graph_.type_of(input);
      infos.back().chunk = io::stored_piece(file_of(input), graph_.type_of(input), settings_.write);
    }
    lay_out(request, infos, on_);
    return request;
  }

  void add_image(PipelinePlan& plan, const Operand& image, bool is_temporary) const {
    const ImageType& type = graph_.type_of(image);
    plan.images.push_back({.name = graph_.name_of(image), .is_temporary = is_temporary});
    plan.images.back().type = type;
    plan.images.back().metadata = graph_.metadata_of(image);
    plan.images.back().bytes = type.shape.count() * size_of(type.dtype);
    if (is_temporary) plan.temporary_bytes += plan.images.back().bytes;
  }
  [[nodiscard]] PipelineImage& image_in(PipelinePlan& plan, const Operand& image) const {
    return *std::ranges::find(plan.images, graph_.name_of(image), &PipelineImage::name);
  }

  void add_stage(PipelinePlan& plan, const Stage& stage) const {
    const Request request = request_for(stage);
    PipelineStage planned;
    for (const std::size_t step : stage.steps) planned.steps.push_back(graph_.steps[step].name);
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

  [[nodiscard]] std::vector<io::InputIdentity> identities() const {
    std::vector<io::InputIdentity> all;
    for (const PipelineInput& input : pipeline_.inputs)
      all.push_back(io::identity_of(*io::open_source(input.file, input.read)));
    return all;
  }

  // Everything that determines the bytes of the outputs.
  [[nodiscard]] std::string identity(const std::vector<io::InputIdentity>& before) const {
    std::string words = text("preamar ", version(), "\n");
    for (std::size_t i = 0; i < pipeline_.inputs.size(); ++i) {
      const PipelineInput& input = pipeline_.inputs[i];
      words += text("input ", input.name, " ", input.file.string(), " ", before[i].content, " ", before[i].change, " ",
                    reading_text(input.read));
    }
    for (const PipelineStep& step : pipeline_.steps) {
      words += text("step ", step.name, " ", step.op);
      for (const std::string& input : step.inputs) words += text(" ", input);
      words += text("\n", options_text(step.options));
    }
    for (const PipelineOutput& output : pipeline_.outputs)
      words += text("output ", output.result, " ", output.file.string(), "\n");
    for (const std::size_t step : ends_) words += text("stage ends with ", graph_.steps[step].name, "\n");
    for (const FileInfo& info : infos_) words += metadata_text(info.metadata);
    return text(words, writing_text(settings_.write));
  }

  void require_replaceable() const {
    for (const GraphOutput& output : graph_.outputs)
      if (output.is_table)
        (void)begin_output(output.file, settings_.write);
      else
        io::output_at(output.file, settings_.write)->require_replaceable();
  }

  void run_stage(std::size_t index, PipelineFolder& folder, const std::vector<io::InputIdentity>& before,
                 PipelineReport& report) {
    if (auto done = folder.done(index)) return add_done(std::move(*done));
    Stage stage = stages_.list[index];
    Request request = request_for(stage);
    request.settings.write.overwrite |= folder.is_resumed();
    std::vector<std::pair<std::size_t, std::unique_ptr<TableOutput>>> tables;
    for (const GraphOutput& output : graph_.outputs)
      for (std::size_t i = 0; i < stage.steps.size(); ++i)
        if (output.is_table && output.image.at() == stage.steps[i]) {
          tables.emplace_back(i, std::make_unique<TableOutput>(output.file, request.settings.write));
          request.program.steps[i].task.spill = &tables.back().second->spill();
        }
    if (on_.log)
      on_.log(text("pipeline: stage ", index + 1, " of ", stages_.list.size(), ": ", request.program.name, ", ",
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
      const std::string& name = graph_.steps[stage.steps[i]].name;
      for (const Number& number : outcome.steps[i].found.numbers) numbers[text(name, ".", number.name)] = number.value;
      if (!outcome.steps[i].found.table.columns.empty())
        with_table.push_back({name, std::move(outcome.steps[i].found)});
    }
    count(stage, outcome.counters, report.plan);
    add_done(folder.set_done(index, numbers, with_table));
  }

  void add_done(StageRecord record) {
    numbers_.insert(record.numbers.begin(), record.numbers.end());
    done_.push_back(std::move(record));
    renew();
  }

  // The numbers and tables of all stages, by this process or an earlier one. Tables are on disk while blocks need the
  // memory.
  [[nodiscard]] std::vector<StepResults> found(const PipelineFolder& folder) const {
    require_memory_for_tables();
    std::vector<StepResults> all;
    for (std::size_t i = 0; i < stages_.list.size(); ++i)
      for (const std::size_t index : stages_.list[i].steps) {
        const GraphStep& step = graph_.steps[index];
        Results found;
        for (const Output& output : step.op->outputs)
          if (const auto number = done_[i].numbers.find(text(step.name, ".", output.name));
              number != done_[i].numbers.end())
            found.numbers.push_back({output.name, number->second});
        for (std::size_t k = 0; k < done_[i].tables.size(); ++k)
          if (done_[i].tables[k].step == step.name) found.table = folder.table(i, k, done_[i].tables[k]);
        if (!found.numbers.empty() || !found.table.columns.empty()) all.push_back({step.name, std::move(found)});
      }
    return all;
  }

  void require_memory_for_tables() const {
    double bytes = 0;
    std::string steps;
    for (const StageRecord& record : done_)
      for (const StoredTable& table : record.tables) {
        bytes += static_cast<double>(table.bytes());
        steps += text(steps.empty() ? "" : ", ", table.step);
      }
    const std::int64_t memory = memory_of(settings_), needed = process_memory(bytes);
    if (!steps.empty() && needed > memory)
      throw Error(ErrorKind::resource,
                  text("pipeline: memory is ", megabytes(memory), "; the tables of ", steps, " need ",
                       megabytes(needed), "; write them to files, or give ", setting("memory", megabytes(needed))));
  }

  Outcome run_blocks(std::size_t index, const Stage& stage, const Request& request,
                     const std::vector<io::InputIdentity>& before, const Path& state) {
    const KeptLimit limit(request.plan.peak_memory / 8);
    const Tree tree(request.program.image(), request.plan.block);
    RunOutputs outputs(request, text(identity(before), "stage ", index, " in ", request.plan.block.text()), tree.size(),
                       state);
    BlockStreams streams;
    for (const Operand& input : stage.inputs)
      streams.inputs.emplace_back(
          [file = file_of(input), read = read_options(input)] { return io::open_source(file, read); });
    streams.outputs = outputs.sinks();
    streams.workers = request.load.workers;
    streams.ahead = request.load.ahead;
    streams.io_threads = request.load.io_threads;
    const Execution on = part(index);
    try {
      Outcome outcome =
          blocks::run(request.program, tree, streams, outputs.state(), outputs.journal(), outputs.until_commit(on));
      if (identities() != before)
        throw Error(ErrorKind::io, "pipeline: an input changed while it was read; run the pipeline again");
      outputs.commit(on);
      return outcome;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::call) outputs.keep();
      throw;
    } catch (...) {
      outputs.keep();
      throw;
    }
  }

  // Progress counts the pixels of all passes.
  [[nodiscard]] Execution part(std::size_t index) const {
    double before = 0, own = 0, all = 0;
    for (std::size_t i = 0; i < stages_.list.size(); ++i) {
      const Program& program = stages_.list[i].program;
      const double pixels = static_cast<double>(program.image().count()) * Schedule(program).passes();
      all += pixels;
      if (i < index) before += pixels;
      if (i == index) own = pixels;
    }
    return part_of(on_, before / all, (before + own) / all);
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
  Path folder_;  // of temporary images, while it runs
  std::vector<FileInfo> infos_;
  FoundNumbers numbers_;
  std::set<std::size_t> ends_;     // steps that end their stage
  std::vector<StageRecord> done_;  // per stage so far
  Graph graph_;
  Stages stages_;
};

}  // namespace
}  // namespace blocks

PipelinePlan plan_pipeline(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on) {
  return blocks::PipelineRun(pipeline, settings, on).plan();
}

PipelineReport run_pipeline(const Pipeline& pipeline, const BlockSettings& settings, const Execution& on) {
  return blocks::PipelineRun(pipeline, settings, on).run();
}

}  // namespace preamar
