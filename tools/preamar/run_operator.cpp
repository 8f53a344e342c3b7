#include "commands.h"
#include "core/byte_sizes.h"
#include "core/device_names.h"
#include "core/error_text.h"
#include "core/values.h"
#include "files.h"
#include "output_metadata.h"
#include "platform/process.h"
#include "registry/distance_unit.h"

#include <preamar/blocks.h>
#include <preamar/version.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>

namespace preamar::cli {
namespace {

using Types = std::vector<ImageType>;

struct Plan {
  Types inputs;                       // of rank 0 where not given
  std::vector<std::string> decoders;  // of each input, as FileInfo has it
  Products outputs;
  std::vector<OutputImage> images;    // of the outputs
  std::vector<std::string> warnings;  // of metadata that is lost
  std::optional<BlockPlan> blocks;    // none: the images are processed whole
  bool has_invalid = false;           // pixels, in images that are processed whole
  std::vector<Path> files;            // of the outputs
  std::shared_ptr<TemporaryTable>
      shown;  // takes what goes to standard output: an output of rank 1, or a table of blocks
};

// What a run did.
struct Done {
  Results found;
  std::int64_t blocks = 1;
  std::int64_t reads = 1, writes = 1;  // of blocks
  std::int64_t bytes_read = 0, bytes_written = 0;
  std::vector<Share> shares = {};  // of devices, where several worked
  std::int64_t rows = 0;           // of the table
  std::int64_t spilled = 0;        // bytes of its rows that exceeded the memory
};

bool is_active(const Output& output, const Values& options) {
  return output.with.empty() || value_or(options, output.with, false);
}

std::optional<TableRows> table_of(const OperatorRequest& request) {
  for (const Output& output : request.op->outputs)
    if (output.kind == OutputKind::table && is_active(output, request.options)) return output.rows;
  return std::nullopt;
}

// Where the table goes; there is one.
const Path& table_file(const OperatorRequest& request) { return request.outputs.back(); }

bool table_is_shown(const OperatorRequest& request, const Plan& plan) {
  return plan.outputs.table && table_file(request) == standard_output;
}

// Whether a result goes to standard output, which then holds nothing else.
bool is_shown(const OperatorRequest& request, const Plan& plan) { return plan.shown || table_is_shown(request, plan); }

std::int64_t total_bytes(const Types& types) {
  std::int64_t sum = 0;
  for (const ImageType& type : types) sum += bytes_of(type);
  return sum;
}

// An operator that needs whole images cannot do with less memory than they take.
void require_room(const OperatorRequest& request, const Plan& plan) {
  const std::int64_t images = total_bytes(plan.inputs) + total_bytes(plan.outputs.images);
  const std::int64_t memory = request.settings.memory;
  if (memory > 0 && !plan.blocks && images > memory)
    throw Error(ErrorKind::resource, text(request.op->name, ": memory is ", size_text(memory), "; the images take ",
                                          bytes_text(images), " and are processed whole; give more"));
}

// Whether the last input is the mask of valid pixels.
bool is_given_valid(const OperatorRequest& request) {
  return takes_valid(*request.op) && request.inputs.size() == request.op->inputs.size();
}

// Options that the call leaves to the first input.
OperatorRequest with_options_of_file(OperatorRequest request) {
  const Operator& op = *request.op;
  const bool needs_file = std::ranges::any_of(
      request.options, [](const auto& option) { return is_file_value(option.first, option.second); });
  const bool takes_nodata = has_option(op, "nodata");
  if (request.inputs.empty() || !(needs_file || takes_nodata)) return request;
  const Path& file = request.inputs[0];
  const FileInfo info = describe(file, reading_of(request.settings, 0));
  request.options = with_file_options(op, request.options, file.string(), info.type, info.metadata);
  return request;
}

// From files to images in memory, which count towards a given limit.
BlockSettings whole_settings(const OperatorRequest& request, const Types& outputs) {
  BlockSettings settings = block_settings(request.settings);
  if (settings.memory > 0) settings.memory = std::max<std::int64_t>(1, settings.memory - total_bytes(outputs));
  return settings;
}

BlockPlan plan_whole(const OperatorRequest& request, const Types& outputs) {
  const std::vector<BlockInput> from(request.inputs.begin(), request.inputs.end());
  std::vector<BlockOutput> to;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    to.emplace_back(RegionWriter{
        .type = outputs[i], .write = [](const std::int64_t*, ConstImageView) {}, .name = request.outputs[i].string()});
  return plan_in_blocks(*request.op, from, to, request.options, whole_settings(request, outputs),
                        execution_for(request.settings));
}

Results run_whole(const OperatorRequest& request, const Types& outputs, std::span<const ImageView> outs,
                  const Execution& on) {
  const std::vector<BlockInput> from(request.inputs.begin(), request.inputs.end());
  std::vector<BlockOutput> to;
  for (std::size_t i = 0; i < outs.size(); ++i) to.emplace_back(memory_writer(outs[i], request.outputs[i].string()));
  return run_in_blocks(*request.op, from, to, request.options, whole_settings(request, outputs), on).found;
}

bool are_written_in_blocks(const OperatorRequest& request, const Types& images) {
  for (std::size_t i = 0; i < images.size(); ++i)
    if (request.outputs[i] != standard_output && !is_written_in_blocks(request.outputs[i], request.settings.write))
      return false;
  return true;
}

// Reads headers only. Whatever can be refused without the pixels is refused here.
Plan plan_operator(const OperatorRequest& request) {
  (void)check_call(*request.op, request.inputs.size(), request.options);
  Plan plan;
  std::vector<std::string> names;
  std::vector<Metadata> metadata;
  bool has_invalid = !request.settings.valid.empty() || !request.settings.valid_out.empty() || is_given_valid(request);
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    const Path& file = request.inputs[i];
    const FileInfo info = describe(file, reading_of(request.settings, i));
    if (!info.refusal.empty()) throw Error(ErrorKind::input, text(file.string(), ": ", info.refusal));
    plan.inputs.push_back(info.type);
    plan.decoders.push_back(info.decoder);
    names.push_back(file.string());
    metadata.push_back(info.metadata);
    has_invalid = has_invalid || info.has_mask || (info.metadata.nodata && !has_option(*request.op, "nodata"));
  }
  plan.outputs = {request.op->results(plan.inputs, request.options), table_of(request)};
  Settings settings = request.settings;
  settings.write.has_mask = has_invalid;  // the block engine checks it
  require_outputs(request.op->name, request.outputs, plan.outputs, settings);
  const Metadata common = common_metadata(request.op->name, names, metadata);
  for (std::size_t i = 0; i < plan.outputs.images.size(); ++i) {
    const ImageType& type = plan.outputs.images[i];
    auto [kept, lost] = metadata_of_result(*request.op, i, common, plan.inputs[0], type);
    if (request.outputs[i] != standard_output)
      add_distance_unit(kept, *request.op, i, request.options, request.outputs[i], type);
    plan.images.push_back({request.outputs[i], type, std::move(kept), std::move(lost)});
  }
  require_device(request.settings);
  plan.files = request.outputs;
  for (std::size_t i = 0; i < plan.outputs.images.size(); ++i)
    if (plan.files[i] == standard_output) {
      plan.shown = std::make_shared<TemporaryTable>();
      plan.files[i] = plan.shown->file();
    }
  const BlockSettings blocks = block_settings(request.settings);
  const bool is_in_blocks = names_several(request.settings.device) ||
                            needs_blocks(*request.op, plan.inputs, request.options, blocks) ||
                            (has_invalid && are_written_in_blocks(request, plan.outputs.images));
  if (is_in_blocks && table_is_shown(request, plan)) {
    plan.shown = std::make_shared<TemporaryTable>();
    plan.files.back() = plan.shown->file();
  }
  if (is_in_blocks)
    plan.blocks = plan_in_blocks(*request.op, request.inputs, plan.files, request.options, blocks,
                                 execution_for(request.settings));
  if (has_invalid) {
    plan.has_invalid = !is_in_blocks;
    const BlockPlan known = is_in_blocks ? *plan.blocks : plan_whole(request, plan.outputs.images);
    for (std::size_t i = 0; i < plan.images.size(); ++i) {
      plan.images[i].metadata = known.metadata[i];
      plan.images[i].lost = known.lost[i];
      if (request.outputs[i] != standard_output)
        add_distance_unit(plan.images[i].metadata, *request.op, i, request.options, request.outputs[i],
                          plan.outputs.images[i]);
    }
  }
  plan.warnings = warn_of_loss(request.op->name, plan.images, settings);
  if (is_shown(request, plan) && request.settings.report == Report::json)
    throw Error(ErrorKind::call, text(request.op->name, ": the table and --json both go to standard output; give -o ",
                                      "the name of a file"));
  require_room(request, plan);
  return plan;
}

std::vector<Record> records(const std::vector<Path>& files, const Types& types) {
  std::vector<Record> list;
  for (std::size_t i = 0; i < types.size(); ++i) list.push_back(file_record(files[i], types[i]));
  return list;
}

std::vector<Record> input_records(const OperatorRequest& request, const Plan& plan) {
  std::vector<Record> list = records(request.inputs, plan.inputs);
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!plan.decoders[i].empty()) list[i].fields.emplace_back("decoder", plan.decoders[i]);
  return list;
}

// Of a resumed run it may be a fraction.
Field per_block(std::int64_t times, std::int64_t blocks) {
  if (times % blocks == 0) return times / blocks;
  return static_cast<double>(times) / static_cast<double>(blocks);
}

// The keys up to `seconds` are the stable ones of docs/command-line.md.
void print_operator_report(const OperatorRequest& request, const Plan& plan, const Done& done, double seconds) {
  const Results& found = done.found;
  const Settings& settings = request.settings;
  const ImageType& type = plan.outputs.images.empty() ? plan.inputs.at(0) : plan.outputs.images[0];
  std::vector<Record> outputs = records(request.outputs, plan.outputs.images);
  if (plan.outputs.table) outputs.push_back(table_record(table_file(request), found.table, done.rows));
  Record record{{{"operator", std::string(request.op->name)},
                 {"version", std::string(version())},
                 {"backend", backend_of(settings)},
                 {"device", settings.device},
                 {"threads", std::int64_t{thread_count(settings)}},
                 {"shape", extents(type.shape)},
                 {"dtype", std::string(name_of(type.dtype))},
                 {"blocks", done.blocks},
                 {"reads_per_block", per_block(done.reads, done.blocks)},
                 {"writes_per_block", per_block(done.writes, done.blocks)},
                 {"bytes_read", done.bytes_read},
                 {"bytes_written", done.bytes_written},
                 {"peak_memory", settings.dry_run && plan.blocks ? plan.blocks->peak_memory : os_peak_memory()},
                 {"seconds", seconds},
                 {"dry_run", settings.dry_run},
                 {"inputs", input_records(request, plan)},
                 {"outputs", outputs}}};
  if (plan.blocks && plan.blocks->scratch_bytes > 0)
    record.fields.emplace_back("scratch_bytes", plan.blocks->scratch_bytes);
  if (plan.blocks && plan.blocks->reads_depend_on_pixels) record.fields.emplace_back("reads_depend_on_pixels", true);
  if (done.shares.size() > 1) {
    std::vector<Record> shares;
    for (const auto& [device, blocks] : done.shares) shares.push_back({{{"device", device}, {"blocks", blocks}}});
    record.fields.emplace_back("shares", shares);
  }
  if (!plan.warnings.empty()) record.fields.emplace_back("warnings", plan.warnings);
  if (done.spilled > 0) record.fields.emplace_back("spilled", done.spilled);
  for (const auto& [name, value] : found.numbers)
    record.fields.emplace_back(std::string(name), std::visit([](const auto& v) { return Field(v); }, value));
  print_json(record);
}

void print_operator_plan(const OperatorRequest& request, const Plan& plan) {
  const auto print = [](std::string_view what, const Path& file, const ImageType& type) {
    std::cout << text(what, " ", file.string(), ": ", type_text(type), ", ", bytes_text(bytes_of(type)), "\n");
  };
  for (std::size_t i = 0; i < plan.inputs.size(); ++i)
    print(request.op->inputs[i].name, request.inputs[i], plan.inputs[i]);
  for (std::size_t i = 0; i < plan.outputs.images.size(); ++i)
    print("output", request.outputs[i], plan.outputs.images[i]);
  if (plan.outputs.table) std::cout << text("output ", table_file(request).string(), ": a table\n");
  std::cout << text("device ", request.settings.device, ", threads ", thread_count(request.settings), "\n");
  if (const auto& blocks = plan.blocks)
    std::cout << text(
        "blocks ", blocks->blocks, " of ", blocks->block.text(), ", each read ",
        blocks->reads_depend_on_pixels ? "at least " : "", blocks->reads_per_block, " times and written ",
        blocks->writes_per_block, " times\n", "read ", blocks->reads_depend_on_pixels ? "at least " : "",
        bytes_text(blocks->bytes_read), ", write ", bytes_text(blocks->bytes_written), ", memory ",
        bytes_text(blocks->peak_memory), " at most\n",
        blocks->scratch_bytes > 0 ? text("scratch ", bytes_text(blocks->scratch_bytes), " on disk\n") : "");
}

void print_operator_summary(const OperatorRequest& request, const Plan& plan, const Done& done, double seconds) {
  if (is_shown(request, plan)) return;
  const Results& found = done.found;
  for (const auto& [name, value] : found.numbers) std::cout << text(name, " ", value_text(value), "\n");
  const auto print = [&](const Path& file, const std::string& what) {
    std::cout << text(file.string(), ": ", what, ", ", seconds_text(seconds), "\n");
  };
  for (std::size_t i = 0; i < plan.outputs.images.size(); ++i)
    print(request.outputs[i], type_text(plan.outputs.images[i]));
  if (plan.outputs.table)
    print(table_file(request), text(done.rows, " rows of ", found.table.columns.size(), " columns"));
}

Done work_in_blocks(const OperatorRequest& request, const Plan& how, Session& session) {
  session.stage("compute");
  BlockSettings settings = block_settings(request.settings);
  settings.phase = [&](const RunPhase& phase) { session.phase(phase); };
  BlockReport report =
      run_in_blocks(*request.op, request.inputs, how.files, request.options, settings, session.execution());
  const BlockPlan& plan = report.plan;
  return {.found = std::move(report.found),
          .blocks = plan.blocks,
          .reads = report.reads,
          .writes = report.writes,
          .bytes_read = plan.reads_depend_on_pixels ? report.bytes_read : plan.bytes_read,
          .bytes_written = plan.bytes_written,
          .shares = std::move(report.shares),
          .rows = report.rows,
          .spilled = report.spilled};
}

Done work_whole(const OperatorRequest& request, const Plan& plan, Session& session) {
  const Operator& op = *request.op;
  const auto begun = begin_outputs(plan.files, request.settings);
  std::vector<Image> inputs, outputs;
  for (std::size_t i = 0; !plan.has_invalid && i < request.inputs.size(); ++i)
    inputs.push_back(read_file(session, request.inputs[i], reading_of(request.settings, i)));
  for (const ImageType& type : plan.outputs.images) outputs.emplace_back(type);

  const std::vector<ConstImageView> images(inputs.begin(), inputs.end());
  const std::vector<ImageView> outs(outputs.begin(), outputs.end());
  session.stage("compute");
  Execution on = session.execution();
  if (on.scratch_memory > 0)
    on.scratch_memory =
        std::max<std::int64_t>(1, on.scratch_memory - total_bytes(plan.inputs) - total_bytes(plan.outputs.images));
  Results found = plan.has_invalid ? run_whole(request, plan.outputs.images, outs, on)
                                   : run_operator(op, images, outs, request.options, on);

  WriteOptions options = request.settings.write;
  for (std::size_t i = 0; i < outs.size(); ++i) {
    options.metadata = plan.images[i].metadata;
    options.begun = begun[i];
    write_file(session, plan.files[i], outs[i], options);
  }
  if (plan.outputs.table) {
    options.begun = begun.back();
    write_file(session, table_file(request), found.table,
               table_options(table_file(request), options, request.inputs[0], reading_of(request.settings, 0)));
  }
  const std::int64_t rows = found.table.rows();
  return {.found = std::move(found),
          .bytes_read = total_bytes(plan.inputs),
          .bytes_written = total_bytes(plan.outputs.images),
          .rows = rows};
}

Done work_as_planned(const OperatorRequest& request, const Plan& plan) {
  Session session(request.op->name, request.settings);
  return plan.blocks ? work_in_blocks(request, plan, session) : work_whole(request, plan, session);
}

// What a run would do.
Done undone(const Plan& plan) {
  if (!plan.blocks)
    return {.found = {}, .bytes_read = total_bytes(plan.inputs), .bytes_written = total_bytes(plan.outputs.images)};
  const BlockPlan& blocks = *plan.blocks;
  return {.found = {},
          .blocks = blocks.blocks,
          .reads = blocks.blocks * blocks.reads_per_block,
          .writes = blocks.blocks * blocks.writes_per_block,
          .bytes_read = blocks.bytes_read,
          .bytes_written = blocks.bytes_written};
}

}  // namespace

void run(const OperatorRequest& given) {
  const auto begin = std::chrono::steady_clock::now();
  OperatorRequest request = given;
  if (request.settings.read_each.empty())
    request.settings.read = read_options_for(request.inputs, request.settings.read);
  request = with_options_of_file(std::move(request));
  const Plan plan = plan_operator(request);
  const Done done = request.settings.dry_run ? undone(plan) : work_as_planned(request, plan);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (request.settings.report == Report::json) return print_operator_report(request, plan, done, seconds);
  if (request.settings.dry_run) return print_operator_plan(request, plan);
  if (plan.shown) plan.shown->print();
  if (request.settings.verbosity != Verbosity::quiet) print_operator_summary(request, plan, done, seconds);
}

}  // namespace preamar::cli
