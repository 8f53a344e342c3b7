#include "blocks/call.h"

#include "blocks/engine.h"
#include "blocks/plan.h"
#include "core/checked.h"
#include "core/error_text.h"
#include "core/os_memory.h"
#include "io/file_memory.h"
#include "io/open.h"

#include <preamar/version.h>

#include <algorithm>

namespace preamar::blocks {
namespace {

// What the files store as one piece, the outputs' first: blocks are made of whole ones.
Shape unit_of(const Call& call, const std::vector<Shape>& input_chunks) {
  Place extent{1, 1, 1};
  const int rank = call.task.image.rank();
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    const Shape piece = stored_piece(call.outputs[i], call.output_types[i], call.settings.write);
    for (int axis = 0; axis < rank; ++axis) {
      auto& cells = extent[static_cast<std::size_t>(axis)];
      cells = std::max(cells, piece[axis]);
    }
  }
  if (call.settings.block.rank() == 0)
    for (const Shape& chunk : input_chunks)
      for (int axis = 0; axis < rank; ++axis) {
        auto& cells = extent[static_cast<std::size_t>(axis)];
        cells = (std::max(chunk[axis], cells) + cells - 1) / cells * cells;
      }
  return {extent.data(), rank};
}

// A format that has pieces of any shape takes those of the block that was asked for, where its own would not do.
Shape chunk_for(const Call& call) {
  const Shape& block = call.settings.block;
  if (block.rank() == 0) return {};
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    const Shape own = stored_piece(call.outputs[i], call.output_types[i], call.settings.write);
    for (int axis = 0; axis < block.rank(); ++axis)
      if (block[axis] % own[axis] != 0) return block;
  }
  return {};
}

std::int64_t bytes_of(const ImageType& type) {
  return checked_product(type.shape.count(), size_of(type.dtype), "the bytes of an image");
}

void require_block(const Call& call) {
  const Shape& block = call.settings.block;
  bool fits = block.rank() == 0 || block.rank() == call.task.image.rank();
  for (int axis = 0; fits && axis < block.rank(); ++axis) fits = block[axis] > 0;
  if (!fits)
    throw Error(ErrorKind::call, text(call.task.op->name, ": block is ", block.text(), "; it must be ",
                                      call.task.image.rank(), " numbers of at least 1"));
}

Shape block_for(const Call& call, const Shape& unit, std::int64_t memory, const Load& load) {
  if (call.settings.block.rank() == 0) return block_within(call.task, unit, memory, load);
  const Shape block = rounded_up(call.settings.block, unit, call.task.image);
  if (const std::int64_t needed = peak_memory(call.task, block, load); needed > memory)
    throw Error(ErrorKind::resource,
                text(call.task.op->name, ": memory is ", megabytes(memory), "; blocks of ", block.text(), " need ",
                     megabytes(needed), "; give --memory ", megabytes(needed), " or smaller blocks"));
  return block;
}

// What files take beside blocks, and whether there are more pieces of them than can be gone through.
Load load_of(const Call& call, const std::vector<FileInfo>& inputs, int workers) {
  Load load{.workers = workers};
  std::vector<Shape> shapes;
  for (const FileInfo& info : inputs) {
    shapes.push_back(info.chunk);
    load.pieces = std::max(load.pieces, coding_memory(info.chunk, info.type.dtype));
    load.files += workers * source_memory(info);
  }
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    const ImageType& type = call.output_types[i];
    shapes.push_back(stored_piece(call.outputs[i], type, call.settings.write));
    load.pieces = std::max(load.pieces, coding_memory(shapes.back(), type.dtype));
    load.files += sink_memory(type, shapes.back(), call.settings.write);
  }
  require_countable(call.task, shapes);
  return load;
}

}  // namespace

std::int64_t memory_of(const BlockSettings& settings) {
  return settings.memory > 0 ? settings.memory : os_memory_limit() / 4 * 3;
}

Call understand(const Operator& op, std::span<const Path> inputs, std::span<const Path> outputs, const Values& options,
                const BlockSettings& settings, const Execution& on) {
  Call call;
  call.settings = settings;
  call.inputs.assign(inputs.begin(), inputs.end());
  std::vector<Shape> chunks;
  std::vector<FileInfo> infos;
  for (const Path& file : inputs) {
    call.plan.inputs.emplace_back();
    if (file.empty()) continue;
    const FileInfo info = describe(file, settings.read);
    if (call.settings.write.axes.empty()) call.settings.write.axes = info.axes;
    call.plan.inputs.back() = info.type;
    chunks.push_back(info.chunk);
    infos.push_back(info);
  }
  call.task = task_for(op, call.plan.inputs, options);
  call.plan.outputs = call.task.results;
  if (outputs.size() < call.task.results.size())
    throw Error(ErrorKind::call, text(op.name, ": ", outputs.size(), " outputs are named; ", call.task.results.size(),
                                      " images are written"));
  for (std::size_t i = 0; i < call.task.results.size(); ++i)
    if (is_blockwise(call.task, call.task.results[i])) {
      call.outputs.push_back(outputs[i]);
      call.output_types.push_back(call.task.results[i]);
    }
  require_block(call);
  if (call.settings.write.chunk.rank() == 0) call.settings.write.chunk = chunk_for(call);
  const Load load = load_of(call, infos, crew_size(on));
  const Shape unit = unit_of(call, chunks);
  const std::int64_t memory = memory_of(settings);
  call.plan.block = block_for(call, unit, memory, load);
  call.plan.blocks = Tree(call.task.image, call.plan.block).block_count();
  call.plan.reads_per_block = reads_per_block(call.task);
  call.plan.writes_per_block = writes_per_block(call.task);
  call.plan.peak_memory = peak_memory(call.task, call.plan.block, load);
  call.task.budget = {memory, call.plan.peak_memory, [call, unit, load](std::int64_t within) {
                        return peak_memory(call.task, block_for(call, unit, within, load), load);
                      }};
  for (const ImageType& type : call.plan.inputs)
    if (type.shape.rank() > 0)
      call.plan.bytes_read += checked_product(bytes_of(type), call.plan.reads_per_block, "the bytes to be read");
  for (const ImageType& type : call.plan.outputs) call.plan.bytes_written += bytes_of(type);
  return call;
}

std::vector<InputIdentity> identities_of_inputs(const Call& call) {
  std::vector<InputIdentity> all;
  for (const Path& file : call.inputs)
    all.push_back(file.empty() ? InputIdentity{} : identity_of(*open_source(file, call.settings.read)));
  return all;
}

std::string identity_of(const Call& call, std::span<const InputIdentity> inputs) {
  std::string identity = text("preamar ", version(), "\n", call.task.op->name, " in ", call.plan.block.text(), "\n");
  for (const auto& [name, value] : call.task.options) {
    identity += text(name, " ");
    std::visit(
        [&]<class T>(const T& v) {
          if constexpr (std::is_same_v<T, std::vector<double>>)
            for (const double number : v) identity += text(std::hexfloat, number, " ");
          else
            identity += text(std::hexfloat, v);
        },
        value);
    identity += "\n";
  }
  const ReadOptions& read = call.settings.read;
  const WriteOptions& write = call.settings.write;
  identity += text("level ", read.level, " of ", read.select, "\n");
  identity += text(write.compression, " ", write.tile, " ", write.chunk.text(), " ", write.shard.text(), " ",
                   write.pyramid, "\n");
  for (const Axis& axis : write.axes) identity += text(axis.name, " ", axis.unit, " ", std::hexfloat, axis.scale, "\n");
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    identity += text(call.inputs[i].string(), " ", call.plan.inputs[i].shape.text(), " ",
                     name_of(call.plan.inputs[i].dtype), " ", inputs[i].content, " ", inputs[i].change, "\n");
  }
  return identity;
}

}  // namespace preamar::blocks
