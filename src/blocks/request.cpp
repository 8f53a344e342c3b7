#include "blocks/request.h"

#include "blocks/advice.h"
#include "blocks/engine.h"
#include "blocks/plan.h"
#include "core/byte_sizes.h"
#include "core/checked.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/require.h"
#include "core/url.h"
#include "io/file_memory.h"
#include "platform/memory.h"
#include "registry/distance_unit.h"

#include <preamar/version.h>

#include <algorithm>
#include <numeric>

namespace preamar::blocks {
namespace {

// The minimum block of images that have no chunks.
Shape least_block(int rank) { return rank == 2 ? Shape{256, 256} : Shape{1, 256, 256}; }

// The extent of whole chunks of two shapes; that of the image if they have none within it.
std::int64_t common_extent(std::int64_t one, std::int64_t other, std::int64_t image) {
  const bool exceeds = std::max(one, other) >= image || one / std::gcd(one, other) > image / other;
  return exceeds ? image : std::lcm(one, other);
}

// Blocks consist of complete chunks: of the outputs and, unless the user sets a block, of the inputs.
Shape unit_of(const Request& request, const std::vector<Shape>& input_chunks) {
  Place extent{1, 1, 1};
  const Shape& image = request.program.image();
  bool has_chunks = false;
  const auto widen = [&](const Shape& chunk, const auto& extent_of) {
    for (int axis = 0; axis < chunk.rank(); ++axis) {
      auto& cells = extent[static_cast<std::size_t>(axis)];
      cells = std::min(extent_of(cells, std::min(chunk[axis], image[axis]), image[axis]), image[axis]);
    }
    has_chunks = has_chunks || chunk.rank() > 0;
  };
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    widen(chunk_of(request.outputs[i], request.output_types[i], request.settings.write), common_extent);
  const auto multiple = [](std::int64_t cells, std::int64_t chunk, std::int64_t) {
    return (std::max(chunk, cells) + cells - 1) / cells * cells;
  };
  if (request.settings.block.rank() == 0) {
    for (const Shape& chunk : input_chunks) widen(chunk, multiple);
    if (!has_chunks) widen(least_block(image.rank()), multiple);
  }
  return {extent.data(), image.rank()};
}

std::vector<Shape> chunks_of(const std::vector<FileInfo>& inputs) {
  std::vector<Shape> chunks;
  for (const FileInfo& info : inputs) chunks.push_back(info.chunk);
  return chunks;
}

// The block that the user set, if it does not consist of complete chunks of the default shape; along an axis that it
// spans, it does. Formats with chunks of a fixed shape ignore it.
Shape chunk_for(const Request& request) {
  const Shape &block = request.settings.block, &image = request.program.image();
  if (block.rank() == 0) return {};
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    if (!file_of(request.outputs[i])) continue;
    const Shape own = chunk_of(request.outputs[i], request.output_types[i], request.settings.write);
    for (int axis = 0; axis < own.rank(); ++axis)
      if (block[axis] < image[axis] && block[axis] % own[axis] != 0) return block;
  }
  return {};
}

std::int64_t bytes_of(const ImageType& type) {
  return checked_product(type.shape.count(), size_of(type.dtype), "the bytes of an image");
}

// A block that exceeds the image is cut off at its border. Throws Error (call) if the block cannot be meant.
void clamp_block(Request& request) {
  Shape& block = request.settings.block;
  if (block.rank() == 0) return;
  const Shape& image = request.program.image();
  bool fits = block.rank() == image.rank();
  for (int axis = 0; fits && axis < block.rank(); ++axis) fits = block[axis] > 0 && block[axis] <= longest_axis;
  if (!fits)
    throw Error(ErrorKind::call, text(request.program.name, ": block is ", block.text(), "; it must be ", image.rank(),
                                      " numbers from 1 to ", longest_axis));
  block = clamped_block(block, image);
}

void require_resumable(const Request& request) {
  if (request.settings.resume && !is_resumable(request))
    throw Error(ErrorKind::call, text(request.task.op->name, ": ", setting("resume", "true"), " needs files; a run ",
                                      "from or to arrays leaves nothing to continue from; run it again without it"));
}

// Floods and components number the cells of a block in 32 bits.
void require_narrow_count(const Program& program, const Shape& block) {
  const bool are_numbered = std::ranges::any_of(program.steps, [](const Step& step) {
    return std::holds_alternative<FloodForm>(step.task.form->kind) ||
           std::holds_alternative<ComponentsForm>(step.task.form->kind);
  });
  if (are_numbered && block.count() > UINT32_MAX)
    throw Error(ErrorKind::resource, text(program.name, ": block is ", block.text(), "; it may have at most ",
                                          UINT32_MAX, " pixels; give smaller blocks"));
}

Shape block_for(const Request& request, const Shape& unit, std::int64_t memory, const Load& load) {
  if (request.settings.block.rank() == 0) return block_within(request.program, unit, memory, load);
  const Shape block = rounded_up(request.settings.block, unit, request.program.image());
  if (const std::int64_t needed = peak_memory(request.program, block, load); needed > memory)
    throw MemoryError(text(request.program.name, ": memory is ", size_text(memory), "; blocks of ", block.text(),
                           " need ", megabytes(needed), "; give ", setting("memory", megabytes(needed))),
                      needed);
  return block;
}

// Chunks that are read or written at one time: enough to hide the latency of a network.
constexpr std::int64_t most_io_threads = 64;

// Null for a file.
const RegionReader* reader_of(const Request& request, std::size_t input) {
  return input < request.inputs.size() ? std::get_if<RegionReader>(&request.inputs[input]) : nullptr;
}

bool uses_store(const Request& request) {
  const auto is_remote = [](const auto& end) { return file_of(end) && is_url(*file_of(end)); };
  return std::ranges::any_of(request.inputs, is_remote) || std::ranges::any_of(request.outputs, is_remote);
}

// The memory of inputs and outputs in addition to blocks. With memory for reading ahead, they are read and written
// while the workers compute. Throws as require_countable.
Load load_of(const Request& request, const std::vector<FileInfo>& inputs, int workers, std::int64_t memory_ahead) {
  Load load{.workers = workers, .ahead = memory_ahead > 0 && !request.is_job ? 2 * workers : 0};
  std::vector<Shape> chunks;
  std::int64_t source_bytes = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const FileInfo& info = inputs[i];
    if (info.chunk.rank() > 0) chunks.push_back(info.chunk);
    const RegionReader* reader = reader_of(request, i);
    load.chunk_bytes = std::max(load.chunk_bytes, reader ? reader->scratch : io::reading_memory(info));
    if (!reader) source_bytes += io::source_memory(info);
    if (!reader) load.file_bytes += io::shared_source_memory(info);
  }
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    const ImageType& type = request.output_types[i];
    const Shape chunk = chunk_of(request.outputs[i], type, request.settings.write);
    if (chunk.rank() > 0) chunks.push_back(chunk);
    const auto* writer = std::get_if<RegionWriter>(&request.outputs[i]);
    load.chunk_bytes =
        std::max(load.chunk_bytes,
                 writer ? writer->scratch : io::writing_memory(*file_of(request.outputs[i]), chunk, type.dtype));
    if (!writer) load.file_bytes += io::sink_memory(type, chunk, request.settings.write);
  }
  if (uses_store(request)) {
    load.file_bytes += io::store_memory;
    source_bytes += io::connection_memory;
  }
  require_countable(request.program, chunks);
  const std::int64_t per_thread = load.chunk_bytes + source_bytes;
  load.io_threads = static_cast<int>(std::min(memory_ahead / 8 / (per_thread + 1), most_io_threads));
  load.file_bytes += (workers + load.ahead) * source_bytes + load.io_threads * per_thread;
  return load;
}

// Whether all inputs and outputs are files of this machine, whose reads and writes wait little.
bool is_local(const Request& request) {
  const auto is_here = [](const auto& end) { return file_of(end) && !is_url(*file_of(end)); };
  return std::ranges::all_of(request.inputs, is_here) && std::ranges::all_of(request.outputs, is_here);
}

// Files are read ahead if there is memory for it, but not for one thread, which then is the only one. Slabs are large:
// if there is no memory for one per worker, fewer share the threads.
Load load_within(const Request& request, const std::vector<FileInfo>& inputs, const Shape& unit, std::int64_t memory,
                 const Execution& on) {
  const int threads = worker_count_of(on);
  const Shape& block = request.settings.block;
  const auto fits = [&](const Load& load) {
    return (block.rank() == 0
                ? least_memory(request.program, unit, load)
                : peak_memory(request.program, rounded_up(block, unit, request.program.image()), load)) <= memory;
  };
  const int workers = request.is_job ? 1 : threads;
  const bool is_serial = threads == 1 && can_share_threads(on) && is_local(request);
  Load load = load_of(request, inputs, workers, is_serial ? 0 : memory);
  load.threads = threads / workers;
  if (!fits(load)) {
    load = load_of(request, inputs, workers, 0);
    load.threads = threads / workers;
  }
  if (!has_slabs(request.program) || !can_share_threads(on)) return load;
  while (load.workers > 1 && !fits(load)) {
    load = load_of(request, inputs, load.workers / 2, 0);
    load.threads = threads / load.workers;
  }
  return load;
}

// If not even one slab fits, plans blocks of any shape and a scratch image, which one process has. Returns false if
// slabs fit, or need less.
bool plan_over_scratch(Request& request, const std::vector<FileInfo>& inputs, const Shape& unit, std::int64_t memory,
                       const Execution& on) {
  if (request.is_job || !is_kind<SlabsKind>(request.task)) return false;
  const std::int64_t for_slabs = least_memory(request.program, spanning(request.task, unit), request.load);
  if (for_slabs <= memory) return false;
  Request over = request;
  over.program = program_of(task_of_blocks(request.task));
  const int threads = worker_count_of(on);
  Load load = load_of(request, inputs, threads, 0);
  while (load.workers > 1 && can_share_threads(on) && least_memory(over.program, unit, load) > memory)
    load = load_of(request, inputs, load.workers / 2, 0);
  const PlanePlan planes =
      plan_planes(request.task, std::min(unit[0], request.task.image[0]), threads, memory, load.file_bytes);
  const std::int64_t needed = std::max(planes.memory, least_memory(over.program, unit, load));
  if (needed > memory && for_slabs <= needed) return false;
  if (planes.memory > memory)
    throw MemoryError(text(request.task.op->name, ": memory is ", size_text(memory), "; a plane of ",
                           request.task.image.text(), " needs ", megabytes(needed), "; give that"),
                      needed);
  request.plan.block = block_for(over, unit, memory, load);
  request.plan.peak_memory = std::max(planes.memory, peak_memory(over.program, request.plan.block, load));
  request.planes = planes;
  request.load = load;
  request.plan.scratch_bytes = scratch_bytes(request.task, request.plan.block[0]);
  return true;
}

// A command that makes an input with blocks out of a stream.
std::string how_to_convert(const std::string& name, const FileInfo& info) {
  if (name.ends_with(".gz")) return text("decompress it once: gunzip --keep ", name);
  std::filesystem::path converted = name;
  converted.replace_extension(".ome.zarr");
  return text("convert it to .ome.zarr, .tif or plain ", info.format, " first: preamar cast ", name, " --dtype ",
              name_of(info.type.dtype), " -o ", converted.string());
}

// A compressed stream is read as one block: others would each be decoded from its start. Throws Error (input).
void require_regions(const Request& request, const std::vector<FileInfo>& inputs, std::int64_t memory) {
  const Shape& block = request.settings.block;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const FileInfo& info = inputs[i];
    if (!io::is_stream(info)) continue;
    bool is_divided = block.rank() == 0 && io::reading_memory(info) > memory;
    for (int axis = 0; axis < block.rank(); ++axis) is_divided = is_divided || block[axis] < info.type.shape[axis];
    if (is_divided)
      throw Error(ErrorKind::input, text(request.program.name, ": ", shown_name(request.inputs[i]),
                                         " is one stream of ", info.compression, ", which has no blocks; ",
                                         how_to_convert(shown_name(request.inputs[i]), info)));
  }
}

// Arrays of the caller have no metadata.
Metadata metadata_of(const Operator& op, std::span<const BlockInput> inputs, const std::vector<FileInfo>& infos) {
  std::vector<std::string> names;
  std::vector<Metadata> all;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    names.push_back(shown_name(inputs[i]));
    all.push_back(infos[i].metadata);
  }
  return common_metadata(op.name, names, all);
}

Values completed(const Operator& op, const Values& options, std::span<const BlockInput> inputs,
                 const std::vector<FileInfo>& infos) {
  if (infos.empty()) return options;
  return with_file_options(op, options, shown_name(inputs[0]), infos[0].type, infos[0].metadata);
}

// Chooses the blocks of an operator, with a scratch image if need be. Returns their unit.
Shape lay_out_operator(Request& request, const std::vector<FileInfo>& inputs, const Execution& on) {
  clamp_block(request);
  if (request.settings.write.chunk.rank() == 0) request.settings.write.chunk = chunk_for(request);
  const Shape chunk_unit = unit_of(request, chunks_of(inputs)), unit = spanning(request.task, chunk_unit);
  const std::int64_t memory = memory_of(request.settings);
  require_regions(request, inputs, memory);
  request.load = load_within(request, inputs, unit, memory, on);
  if (plan_over_scratch(request, inputs, chunk_unit, memory, on)) return unit;
  request.plan.block = block_for(request, unit, memory, request.load);
  require_narrow_count(request.program, request.plan.block);
  request.plan.peak_memory = peak_memory(request.program, request.plan.block, request.load);
  return unit;
}

// The same. If the memory does not suffice, the message also names other settings with which it does.
Shape lay_out_or_advise(Request& request, const std::vector<FileInfo>& inputs, const Execution& on) {
  const Request given = request;
  try {
    return lay_out_operator(request, inputs, on);
  } catch (const MemoryError& error) {
    const auto plan = [&](const BlockSettings& settings, const Execution& other) {
      Request again = given;
      again.settings = settings;
      (void)lay_out_operator(again, inputs, other);
      return again.plan.block;
    };
    throw advised(error, given.program.name, given.settings, on, plan);
  }
}

}  // namespace

std::int64_t memory_of(const BlockSettings& settings) {
  return settings.memory > 0 ? settings.memory : os_memory_limit() / 4 * 3;
}

Request resolve(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
                const Values& options, const BlockSettings& settings, const Execution& on, bool is_job) {
  Values known = options;
  std::erase_if(known, [](const auto& option) { return is_file_value(option.first, option.second); });
  (void)check_call(op, inputs.size(), known);
  require_execution(op.name, on);
  require_within(op.name, "memory", settings.memory, 0, INT64_MAX);
  Request request;
  request.settings = settings;
  request.is_job = is_job;
  request.inputs.assign(inputs.begin(), inputs.end());
  std::vector<Path> files;
  for (const BlockInput& input : inputs)
    if (const Path* file = file_of(input)) files.push_back(*file);
  if (settings.read_each.empty()) request.settings.read = read_options_for(files, settings.read);
  if (!settings.read_each.empty() && settings.read_each.size() != inputs.size())
    throw Error(ErrorKind::call, text(op.name, ": read_each has ", settings.read_each.size(), " entries; it must have ",
                                      "one for each of ", inputs.size(), " inputs"));
  std::vector<FileInfo> infos;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    infos.push_back(info_of(op, inputs[i], reading_of(request.settings, i)));
    request.plan.inputs.push_back(infos.back().type);
  }
  const Values checked = check_call(op, inputs.size(), completed(op, options, inputs, infos));
  request.task = task_for(op, request.plan.inputs, checked);
  request.program = program_of(request.task);
  const Metadata metadata = metadata_of(op, inputs, infos);
  request.plan.outputs = request.task.results;
  for (std::size_t i = 0; i < request.task.results.size(); ++i) {
    auto [kept, lost] = metadata_of_result(op, i, metadata, request.plan.inputs[0], request.task.results[i]);
    if (settings.write.strict && i < outputs.size()) require_nothing_lost(shown_name(outputs[i]), lost);
    if (const Path* file = i < outputs.size() ? file_of(outputs[i]) : nullptr)
      add_distance_unit(kept, op, i, checked, *file, request.task.results[i]);
    request.plan.metadata.push_back(std::move(kept));
    request.plan.lost.push_back(std::move(lost));
  }
  if (outputs.size() < request.task.results.size())
    throw Error(ErrorKind::call, text(op.name, ": ", outputs.size(), " outputs are named; ",
                                      request.task.results.size(), " images are written"));
  for (std::size_t i = 0; i < request.task.results.size(); ++i) {
    require_type(op, outputs[i], request.task.results[i]);
    if (is_blockwise(request.task, request.task.results[i])) {
      request.outputs.push_back(outputs[i]);
      request.output_types.push_back(request.task.results[i]);
      request.output_metadata.push_back(request.plan.metadata[i]);
    }
  }
  require_resumable(request);
  const Shape unit = lay_out_or_advise(request, infos, on);
  const bool is_over_scratch = request.plan.scratch_bytes > 0;
  request.plan.blocks = Tree(request.task.image, request.plan.block).block_count();
  request.plan.reads_per_block = is_over_scratch ? 1 : std::ranges::max(reads_of_inputs(request.program));
  request.plan.reads_depend_on_pixels = reads_depend_on_pixels(request.program);
  request.plan.writes_per_block = pixels_of(request.task) ? 1 : 0;
  request.task.budget = {memory_of(settings), request.plan.peak_memory,
                         [request, infos, unit, on](std::int64_t within) {
                           const Load load = load_within(request, infos, unit, within, on);
                           return peak_memory(request.program, block_for(request, unit, within, load), load);
                         }};
  request.program.steps[0].task = request.task;
  for (const ImageType& type : request.plan.inputs)
    request.plan.bytes_read += checked_product(bytes_of(type), request.plan.reads_per_block, "the bytes to be read");
  for (const ImageType& type : request.plan.outputs) request.plan.bytes_written += bytes_of(type);
  return request;
}

void lay_out(Request& request, const std::vector<FileInfo>& inputs, const Execution& on) {
  clamp_block(request);
  if (request.settings.write.chunk.rank() == 0) request.settings.write.chunk = chunk_for(request);
  Shape unit = unit_of(request, chunks_of(inputs));
  for (const Step& step : request.program.steps) unit = spanning(step.task, unit);
  const std::int64_t memory = memory_of(request.settings);
  require_regions(request, inputs, memory);
  request.load = load_within(request, inputs, unit, memory, on);
  request.plan.block = block_for(request, unit, memory, request.load);
  require_narrow_count(request.program, request.plan.block);
  request.plan.peak_memory = peak_memory(request.program, request.plan.block, request.load);
  request.plan.blocks = Tree(request.program.image(), request.plan.block).block_count();
  const auto tables =
      std::ranges::count_if(request.program.steps, [](const Step& step) { return label_bytes_of(step.task) > 0; });
  // Tables share the memory that the plan leaves.
  const std::int64_t rest = (memory - request.plan.peak_memory) / std::max<std::int64_t>(tables, 1);
  for (Step& step : request.program.steps)
    step.task.budget = {request.plan.peak_memory + rest, request.plan.peak_memory,
                        [request, inputs, unit, on](std::int64_t within) {
                          const Load load = load_within(request, inputs, unit, within, on);
                          return peak_memory(request.program, block_for(request, unit, within, load), load);
                        }};
}

}  // namespace preamar::blocks
