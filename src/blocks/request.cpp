#include "blocks/request.h"

#include "blocks/engine.h"
#include "blocks/plan.h"
#include "core/checked.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/require.h"
#include "io/file_memory.h"
#include "io/open.h"
#include "platform/memory.h"

#include <preamar/version.h>

#include <algorithm>

namespace preamar::blocks {
namespace {

// Blocks consist of complete chunks: of the outputs and, unless the user sets a block, of the inputs.
Shape unit_of(const Request& request, const std::vector<Shape>& input_chunks) {
  Place extent{1, 1, 1};
  const int rank = request.task.image.rank();
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    const Shape chunk = io::stored_piece(request.outputs[i], request.output_types[i], request.settings.write);
    for (int axis = 0; axis < rank; ++axis) {
      auto& cells = extent[static_cast<std::size_t>(axis)];
      cells = std::max(cells, chunk[axis]);
    }
  }
  if (request.settings.block.rank() == 0)
    for (const Shape& chunk : input_chunks)
      for (int axis = 0; axis < rank; ++axis) {
        auto& cells = extent[static_cast<std::size_t>(axis)];
        cells = (std::max(chunk[axis], cells) + cells - 1) / cells * cells;
      }
  return {extent.data(), rank};
}

// The block that the user set, if it does not consist of complete chunks of the default shape. Formats with chunks of a
// fixed shape ignore it.
Shape chunk_for(const Request& request) {
  const Shape& block = request.settings.block;
  if (block.rank() == 0) return {};
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    const Shape own = io::stored_piece(request.outputs[i], request.output_types[i], request.settings.write);
    for (int axis = 0; axis < block.rank(); ++axis)
      if (block[axis] % own[axis] != 0) return block;
  }
  return {};
}

std::int64_t bytes_of(const ImageType& type) {
  return checked_product(type.shape.count(), size_of(type.dtype), "the bytes of an image");
}

void require_block(const Request& request) {
  const Shape& block = request.settings.block;
  bool fits = block.rank() == 0 || block.rank() == request.task.image.rank();
  for (int axis = 0; fits && axis < block.rank(); ++axis) fits = block[axis] > 0;
  if (!fits)
    throw Error(ErrorKind::call, text(request.task.op->name, ": block is ", block.text(), "; it must be ",
                                      request.task.image.rank(), " numbers of at least 1"));
}

// Floods and components number the cells of a block in 32 bits.
void require_narrow_count(const Task& task, const Shape& block) {
  const bool are_numbered =
      std::holds_alternative<FloodForm>(task.form->kind) || std::holds_alternative<ComponentsForm>(task.form->kind);
  if (are_numbered && block.count() > UINT32_MAX)
    throw Error(ErrorKind::resource, text(task.op->name, ": block is ", block.text(), "; it may have at most ",
                                          UINT32_MAX, " pixels; give smaller blocks"));
}

Shape block_for(const Request& request, const Shape& unit, std::int64_t memory, const Load& load) {
  if (request.settings.block.rank() == 0) return block_within(request.task, unit, memory, load);
  const Shape block = rounded_up(request.settings.block, unit, request.task.image);
  if (const std::int64_t needed = peak_memory(request.task, block, load); needed > memory)
    throw Error(ErrorKind::resource,
                text(request.task.op->name, ": memory is ", megabytes(memory), "; blocks of ", block.text(), " need ",
                     megabytes(needed), "; give ", setting("memory", megabytes(needed)), " or smaller blocks"));
  return block;
}

// The memory of files in addition to blocks. Throws as require_countable.
Load load_of(const Request& request, const std::vector<FileInfo>& inputs, int workers) {
  Load load{.workers = workers};
  std::vector<Shape> chunks;
  for (const FileInfo& info : inputs) {
    chunks.push_back(info.chunk);
    load.chunk_bytes = std::max(load.chunk_bytes, io::coding_memory(info.chunk, info.type.dtype));
    load.file_bytes += workers * io::source_memory(info);
  }
  for (std::size_t i = 0; i < request.outputs.size(); ++i) {
    const ImageType& type = request.output_types[i];
    chunks.push_back(io::stored_piece(request.outputs[i], type, request.settings.write));
    load.chunk_bytes = std::max(load.chunk_bytes, io::coding_memory(chunks.back(), type.dtype));
    load.file_bytes += io::sink_memory(type, chunks.back(), request.settings.write);
  }
  require_countable(request.task, chunks);
  return load;
}

}  // namespace

std::int64_t memory_of(const BlockSettings& settings) {
  return settings.memory > 0 ? settings.memory : os_memory_limit() / 4 * 3;
}

Request resolve(const Operator& op, std::span<const Path> inputs, std::span<const Path> outputs, const Values& options,
                const BlockSettings& settings, const Execution& on) {
  const Values checked = check_call(op, inputs.size(), options);
  require_execution(op.name, on);
  require_within(op.name, "memory", settings.memory, 0, INT64_MAX);
  Request request;
  request.settings = settings;
  request.inputs.assign(inputs.begin(), inputs.end());
  std::vector<Shape> chunks;
  std::vector<FileInfo> infos;
  for (const Path& file : inputs) {
    const FileInfo info = io::open_source(file, settings.read)->info();
    if (request.settings.write.axes.empty()) request.settings.write.axes = info.axes;
    request.plan.inputs.push_back(info.type);
    chunks.push_back(info.chunk);
    infos.push_back(info);
  }
  request.task = task_for(op, request.plan.inputs, checked);
  request.plan.outputs = request.task.results;
  if (outputs.size() < request.task.results.size())
    throw Error(ErrorKind::call, text(op.name, ": ", outputs.size(), " outputs are named; ",
                                      request.task.results.size(), " images are written"));
  for (std::size_t i = 0; i < request.task.results.size(); ++i)
    if (is_blockwise(request.task, request.task.results[i])) {
      request.outputs.push_back(outputs[i]);
      request.output_types.push_back(request.task.results[i]);
    }
  require_block(request);
  if (request.settings.write.chunk.rank() == 0) request.settings.write.chunk = chunk_for(request);
  const Load load = load_of(request, infos, worker_count_of(on));
  const Shape unit = unit_of(request, chunks);
  const std::int64_t memory = memory_of(settings);
  request.plan.block = block_for(request, unit, memory, load);
  require_narrow_count(request.task, request.plan.block);
  request.plan.blocks = Tree(request.task.image, request.plan.block).block_count();
  request.plan.reads_per_block = reads_per_block(request.task);
  request.plan.writes_per_block = writes_per_block(request.task);
  request.plan.peak_memory = peak_memory(request.task, request.plan.block, load);
  request.task.budget = {memory, request.plan.peak_memory, [request, unit, load](std::int64_t within) {
                           return peak_memory(request.task, block_for(request, unit, within, load), load);
                         }};
  for (const ImageType& type : request.plan.inputs)
    request.plan.bytes_read += checked_product(bytes_of(type), request.plan.reads_per_block, "the bytes to be read");
  for (const ImageType& type : request.plan.outputs) request.plan.bytes_written += bytes_of(type);
  return request;
}

std::vector<io::InputIdentity> identities_of_inputs(const Request& request) {
  std::vector<io::InputIdentity> all;
  for (const Path& file : request.inputs) all.push_back(io::identity_of(*io::open_source(file, request.settings.read)));
  return all;
}

std::string identity_of(const Request& request, std::span<const io::InputIdentity> inputs) {
  std::string identity =
      text("preamar ", version(), "\n", request.task.op->name, " in ", request.plan.block.text(), "\n");
  for (const auto& [name, value] : request.task.options) {
    identity += text(name, " ");
    std::visit(
        [&]<class T>(const T& v) {
          if constexpr (std::is_same_v<T, std::vector<double>> || std::is_same_v<T, std::vector<std::string>>)
            for (const auto& item : v) identity += text(std::hexfloat, item, " ");
          else if constexpr (std::is_same_v<T, std::vector<std::string>>)
            for (const std::string& word : v) identity += text(word.size(), ":", word, " ");
          else
            identity += text(std::hexfloat, v);
        },
        value);
    identity += "\n";
  }
  const ReadOptions& read = request.settings.read;
  const WriteOptions& write = request.settings.write;
  identity += text("level ", read.level, " of ", read.select, "\n");
  identity += text(write.compression, " ", write.tile, " ", write.chunk.text(), " ", write.shard.text(), " ",
                   write.pyramid, "\n");
  for (const Axis& axis : write.axes) identity += text(axis.name, " ", axis.unit, " ", std::hexfloat, axis.scale, "\n");
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    identity += text(request.inputs[i].string(), " ", request.plan.inputs[i].shape.text(), " ",
                     name_of(request.plan.inputs[i].dtype), " ", inputs[i].content, " ", inputs[i].change, "\n");
  }
  return identity;
}

}  // namespace preamar::blocks
