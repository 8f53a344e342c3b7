#include "commands.h"
#include "core/error_text.h"
#include "files.h"
#include "output_metadata.h"
#include "pipeline_file.h"
#include "platform/process.h"

#include <preamar/version.h>

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>

namespace preamar::cli {
namespace {

// The image of an output; null for a table.
const PipelineImage* image_of(const PipelineOutput& output, const PipelinePlan& plan) {
  const auto image = std::ranges::find(plan.images, output.file, &PipelineImage::file);
  return image == plan.images.end() ? nullptr : &*image;
}

std::string kind_of(const PipelineImage& image, const Pipeline& pipeline) {
  if (image.is_temporary) return "temporary";
  const bool is_input = std::ranges::find(pipeline.inputs, image.name, &PipelineInput::name) != pipeline.inputs.end();
  return is_input ? "input" : "output";
}

std::string times(int count, std::string_view noun, std::string_view plural) {
  return text(count, " ", count == 1 ? noun : plural);
}

std::string pipeline_stage_text(const PipelineStage& stage) {
  std::string steps;
  for (const std::string& step : stage.steps) steps += text(steps.empty() ? "" : ", ", step);
  return text(steps, ": ", stage.blocks, stage.blocks == 1 ? " block of " : " blocks of ", stage.block.text(), ", ",
              stage.reads_depend_on_pixels ? "at least " : "", times(stage.passes, "pass", "passes"), ", memory ",
              bytes_text(stage.peak_memory), " at most");
}

void print_pipeline_plan(const PipelineRequest& request, const Pipeline& pipeline, const PipelinePlan& plan) {
  int number = 0;
  for (const PipelineStage& stage : plan.stages)
    std::cout << text("stage ", ++number, ": ", pipeline_stage_text(stage), "\n");
  std::size_t width = 5;
  for (const PipelineImage& image : plan.images) width = std::max(width, image.name.size());
  const auto print_row = [&](const auto& name, const auto& kind, const auto& reads, const auto& writes,
                             const auto& size) {
    std::cout << std::left << std::setw(static_cast<int>(width)) << name << "  " << std::setw(9) << kind << std::right
              << std::setw(7) << reads << std::setw(8) << writes << std::setw(12) << size << '\n';
  };
  print_row("image", "kind", "reads", "writes", "size");
  for (const PipelineImage& image : plan.images)
    print_row(image.name, kind_of(image, pipeline), image.reads, image.writes, bytes_text(image.bytes));
  std::cout << text("device ", request.settings.device, ", threads ", thread_count(request.settings), "\n", "memory ",
                    bytes_text(plan.peak_memory), " at most, temporary images ", bytes_text(plan.temporary_bytes),
                    " on disk\n");
}

std::vector<Record> pipeline_stage_records(const PipelinePlan& plan) {
  std::vector<Record> list;
  for (const PipelineStage& stage : plan.stages)
    list.push_back({{{"steps", stage.steps},
                     {"block", extents(stage.block)},
                     {"blocks", stage.blocks},
                     {"passes", std::int64_t{stage.passes}},
                     {"reads_depend_on_pixels", stage.reads_depend_on_pixels},
                     {"peak_memory", stage.peak_memory}}});
  return list;
}

std::vector<Record> image_records(const Pipeline& pipeline, const PipelinePlan& plan, bool has_run) {
  std::vector<Record> list;
  for (const PipelineImage& image : plan.images) {
    Record record{{{"name", image.name},
                   {"kind", kind_of(image, pipeline)},
                   {"reads", std::int64_t{image.reads}},
                   {"writes", std::int64_t{image.writes}},
                   {"bytes", image.bytes}}};
    if (has_run) {
      record.fields.emplace_back("blocks_read", image.blocks_read);
      record.fields.emplace_back("blocks_written", image.blocks_written);
    }
    const auto input = std::ranges::find(pipeline.inputs, image.name, &PipelineInput::name);
    if (input != pipeline.inputs.end())
      if (const std::string decoder = describe(input->file, input->read).decoder; !decoder.empty())
        record.fields.emplace_back("decoder", decoder);
    list.push_back(std::move(record));
  }
  return list;
}

std::vector<Record> output_records(const Pipeline& pipeline, const PipelinePlan& plan, bool has_run) {
  std::vector<Record> list;
  for (const PipelineOutput& output : pipeline.outputs) {
    Record record{{{"file", output.file.string()}}};
    if (const PipelineImage* image = image_of(output, plan); has_run && image)
      record = file_record(output.file, image->type);
    record.fields.insert(record.fields.begin(), {"result", output.result});
    list.push_back(std::move(record));
  }
  return list;
}

// The numbers that steps found.
std::vector<Record> number_records(const PipelineReport& report) {
  std::vector<Record> list;
  for (const auto& [step, found] : report.found)
    for (const auto& [name, value] : found.numbers)
      list.push_back({{{"step", step},
                       {"name", std::string(name)},
                       {"value", std::visit([](const auto& v) { return Field(v); }, value)}}});
  return list;
}

void print_pipeline_report(const PipelineRequest& request, const Pipeline& pipeline, const PipelineReport& report,
                           const std::vector<std::string>& warnings, double seconds) {
  const Settings& settings = request.settings;
  const PipelinePlan& plan = report.plan;
  const bool has_run = !settings.dry_run;
  print_json({{{"pipeline", request.file.string()},
               {"version", std::string(version())},
               {"backend", backend_of(settings)},
               {"device", settings.device},
               {"threads", std::int64_t{thread_count(settings)}},
               {"stages", pipeline_stage_records(plan)},
               {"images", image_records(pipeline, plan, has_run)},
               {"temporary_bytes", plan.temporary_bytes},
               {"peak_memory", has_run ? os_peak_memory() : plan.peak_memory},
               {"seconds", seconds},
               {"dry_run", settings.dry_run},
               {"outputs", output_records(pipeline, plan, has_run)},
               {"numbers", number_records(report)},
               {"warnings", warnings}}});
}

void print_pipeline_summary(const Pipeline& pipeline, const PipelineReport& report, double seconds) {
  for (const auto& [step, found] : report.found)
    for (const auto& [name, value] : found.numbers) std::cout << text(step, ".", name, " ", value_text(value), "\n");
  for (const PipelineOutput& output : pipeline.outputs) {
    const PipelineImage* const image = image_of(output, report.plan);
    std::cout << text(output.file.string(), ": ", image ? type_text(image->type) : "a table", ", ",
                      seconds_text(seconds), "\n");
  }
}

// Throws Error unless each output can be written; returns the images among them.
std::vector<OutputImage> require_pipeline_outputs(const PipelineRequest& request, const Pipeline& pipeline) {
  const PipelinePlan plan = plan_pipeline(pipeline, block_settings(request.settings), execution_for(request.settings));
  std::vector<OutputImage> images;
  for (const PipelineOutput& output : pipeline.outputs)
    if (const PipelineImage* const image = image_of(output, plan)) {
      require_new_image("run", output.file, image->type, request.settings);
      images.push_back({output.file, image->type, image->metadata, image->lost});
    } else {
      require_new_file("run", output.file, request.settings);
    }
  return images;
}

PipelineReport plan_or_run(const PipelineRequest& request, const Pipeline& pipeline) {
  BlockSettings settings = block_settings(request.settings);
  if (request.settings.dry_run) return {plan_pipeline(pipeline, settings, execution_for(request.settings)), {}};
  Session session("run", request.settings);
  session.stage("compute");
  settings.phase = [&](const RunPhase& phase) { session.phase(phase); };
  return run_pipeline(pipeline, settings, session.execution());
}

}  // namespace

void run(const PipelineRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  const Pipeline pipeline = read_pipeline(request.file);
  require_device(request.settings);
  const std::vector<std::string> warnings =
      warn_of_loss("run", require_pipeline_outputs(request, pipeline), request.settings);
  const PipelineReport report = plan_or_run(request, pipeline);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (request.settings.report == Report::json)
    return print_pipeline_report(request, pipeline, report, warnings, seconds);
  if (request.settings.dry_run) return print_pipeline_plan(request, pipeline, report.plan);
  if (request.settings.verbosity != Verbosity::quiet) print_pipeline_summary(pipeline, report, seconds);
}

}  // namespace preamar::cli
