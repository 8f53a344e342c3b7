#include "blocks/plan/stage_plan.h"

#include "blocks/program/tree.h"
#include "blocks/workers/worker_pool.h"
#include "core/byte_sizes.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/url.h"
#include "io/file_memory.h"
#include "io/source.h"
#include "platform/memory.h"

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

// Chunks that are read or written at one time: enough to hide the latency of a network.
constexpr std::int64_t most_io_threads = 64;

bool is_here(const Path* file) { return file && !is_url(*file); }
bool is_remote(const Path* file) { return file && is_url(*file); }

// A command that makes an input with blocks out of a stream.
std::string how_to_convert(const std::string& name, const FileInfo& info) {
  if (name.ends_with(".gz")) return text("decompress it once: gunzip --keep ", name);
  std::filesystem::path converted = name;
  converted.replace_extension(".ome.zarr");
  return text("convert it to .ome.zarr, .tif or plain ", info.format, " first: preamar cast ", name, " --dtype ",
              name_of(info.type.dtype), " -o ", converted.string());
}

// Floods and components number the cells of a block in 32 bits.
void require_narrow_count(const Program& program, const Shape& block) {
  const bool are_numbered = std::ranges::any_of(program.steps, [](const Step& step) {
    return std::holds_alternative<FloodForm>(step.operation.form->kind) ||
           std::holds_alternative<ComponentsForm>(step.operation.form->kind);
  });
  if (are_numbered && block.count() > UINT32_MAX)
    throw Error(ErrorKind::resource, text(program.name, ": block is ", block.text(), "; it may have at most ",
                                          UINT32_MAX, " pixels; give smaller blocks"));
}

class LayOut {
 public:
  LayOut(StagePlan& stage, const BlockSettings& settings, const Execution& on, Executor executor)
      : stage_(stage),
        program_(stage.program),
        given_(clamped(settings.block)),
        memory_(memory_of(settings)),
        on_(on),
        executor_(executor) {
    if (settings.write.chunk.rank() == 0) set_chunks();
    unit_ = unit();
  }

  void run() {
    require_regions();
    stage_.load = load_within(memory_);
    stage_.block = block_within_memory(memory_, stage_.load);
    require_narrow_count(program_, stage_.block);
    stage_.peak_memory = peak_memory(program_, stage_.block, stage_.load);
    stage_.blocks = Tree(program_.image(), stage_.block).block_count();
  }

  // What a plan within another limit accounts for.
  [[nodiscard]] std::int64_t planned_within(std::int64_t memory) const {
    const Load load = load_within(memory);
    return peak_memory(program_, block_within_memory(memory, load), load);
  }

 private:
  // A block that exceeds the image is cut off at its border. Throws Error (call) if the block cannot be meant.
  [[nodiscard]] Shape clamped(const Shape& block) const {
    if (block.rank() == 0) return block;
    const Shape& image = program_.image();
    bool fits = block.rank() == image.rank();
    for (int axis = 0; fits && axis < block.rank(); ++axis) fits = block[axis] > 0 && block[axis] <= longest_axis;
    if (!fits)
      throw Error(ErrorKind::call, text(program_.name, ": block is ", block.text(), "; it must be ", image.rank(),
                                        " numbers from 1 to ", longest_axis));
    return clamped_block(block, image);
  }

  [[nodiscard]] Shape chunk_of_output(const StageOutput& output) const {
    return chunk_of(output.to, output.type, output.write);
  }

  // The block that the user set becomes the chunk if it does not consist of complete chunks of the default shape; along
  // an axis that it spans, it does. Formats with chunks of a fixed shape ignore it.
  void set_chunks() {
    if (given_.rank() == 0) return;
    bool is_whole = true;
    for (const StageOutput& output : stage_.outputs) {
      if (!file_of(output.to)) continue;
      const Shape own = chunk_of_output(output);
      for (int axis = 0; axis < own.rank(); ++axis)
        is_whole = is_whole && (given_[axis] == program_.image()[axis] || given_[axis] % own[axis] == 0);
    }
    if (is_whole) return;
    for (StageOutput& output : stage_.outputs) output.write.chunk = given_;
  }

  // Blocks consist of complete chunks: of the outputs and, unless the user sets a block, of the inputs.
  [[nodiscard]] Shape unit() const {
    Coordinates extent{1, 1, 1};
    const Shape& image = program_.image();
    bool has_chunks = false;
    const auto widen = [&](const Shape& chunk, const auto& extent_of) {
      for (int axis = 0; axis < chunk.rank(); ++axis) {
        auto& cells = extent[static_cast<std::size_t>(axis)];
        cells = std::min(extent_of(cells, std::min(chunk[axis], image[axis]), image[axis]), image[axis]);
      }
      has_chunks = has_chunks || chunk.rank() > 0;
    };
    for (const StageOutput& output : stage_.outputs) widen(chunk_of_output(output), common_extent);
    const auto multiple = [](std::int64_t cells, std::int64_t chunk, std::int64_t) {
      return (std::max(chunk, cells) + cells - 1) / cells * cells;
    };
    if (given_.rank() == 0) {
      for (const StageInput& input : stage_.inputs) widen(input.info.chunk, multiple);
      if (!has_chunks && !has_slabs(program_)) widen(least_block(image.rank()), multiple);
    }
    Shape unit(extent.data(), image.rank());
    for (const Step& step : program_.steps) unit = spanning(step.operation, unit);
    return unit;
  }

  // A compressed stream is read as one block: others would each be decoded from its start. Throws Error (input).
  void require_regions() const {
    for (const StageInput& input : stage_.inputs) {
      if (!io::is_stream(input.info)) continue;
      bool is_divided = given_.rank() == 0 && io::reading_memory(input.info) > memory_;
      for (int axis = 0; axis < given_.rank(); ++axis)
        is_divided = is_divided || given_[axis] < input.info.type.shape[axis];
      if (is_divided)
        throw Error(ErrorKind::input,
                    text(program_.name, ": ", shown_name(input.image), " is one stream of ", input.info.compression,
                         ", which has no blocks; ", how_to_convert(shown_name(input.image), input.info)));
    }
  }

  // The memory of inputs and outputs in addition to blocks. With memory for reading ahead, they are read and written
  // while the workers compute. Throws as require_countable.
  [[nodiscard]] Load load_of(int workers, std::int64_t memory_ahead) const {
    Load load{.workers = workers, .ahead = memory_ahead > 0 && executor_ == Executor::process ? 2 * workers : 0};
    std::vector<Shape> chunks;
    std::int64_t source_bytes = 0;
    bool uses_store = false;
    for (const StageInput& input : stage_.inputs) {
      if (input.info.chunk.rank() > 0) chunks.push_back(input.info.chunk);
      const auto* const reader = std::get_if<RegionReader>(&input.image);
      load.chunk_bytes = std::max(load.chunk_bytes, reader ? reader->scratch : io::reading_memory(input.info));
      if (!reader) source_bytes += io::source_memory(input.info);
      if (!reader) load.file_bytes += io::shared_source_memory(input.info);
      uses_store = uses_store || is_remote(file_of(input.image));
    }
    for (const StageOutput& output : stage_.outputs) {
      const Shape chunk = chunk_of_output(output);
      if (chunk.rank() > 0) chunks.push_back(chunk);
      const auto* const writer = std::get_if<RegionWriter>(&output.to);
      load.chunk_bytes =
          std::max(load.chunk_bytes,
                   writer ? writer->scratch : io::writing_memory(*file_of(output.to), chunk, output.type.dtype));
      if (!writer) load.file_bytes += io::sink_memory(output.type, chunk, output.write);
      uses_store = uses_store || is_remote(file_of(output.to));
    }
    if (uses_store) {
      load.file_bytes += io::store_memory;
      source_bytes += io::connection_memory;
    }
    require_countable(program_, chunks);
    const std::int64_t per_thread = load.chunk_bytes + source_bytes;
    load.io_threads = static_cast<int>(std::min(memory_ahead / 8 / (per_thread + 1), most_io_threads));
    load.file_bytes += (workers + load.ahead) * source_bytes + load.io_threads * per_thread;
    return load;
  }

  // Whether all inputs and outputs are files of this machine, whose reads and writes wait little.
  [[nodiscard]] bool is_local() const {
    return std::ranges::all_of(stage_.inputs, [](const StageInput& input) { return is_here(file_of(input.image)); }) &&
           std::ranges::all_of(stage_.outputs, [](const StageOutput& output) { return is_here(file_of(output.to)); });
  }

  // Files are read ahead if there is memory for it, but not for one thread, which then is the only one. Slabs are
  // large: if there is no memory for one per worker, fewer share the threads.
  [[nodiscard]] Load load_within(std::int64_t memory) const {
    const int threads = worker_count_of(on_);
    const auto fits = [&](const Load& load) {
      return (given_.rank() == 0 ? least_memory(program_, unit_, load)
                                 : peak_memory(program_, rounded_up(given_, unit_, program_.image()), load)) <= memory;
    };
    const int workers = executor_ == Executor::tasks ? 1 : threads;
    const bool is_serial = threads == 1 && can_share_threads(on_) && is_local();
    Load load = load_of(workers, is_serial ? 0 : memory);
    load.threads = threads / workers;
    if (!fits(load)) {
      load = load_of(workers, 0);
      load.threads = threads / workers;
    }
    if (!needs_memory_per_worker(program_) || !can_share_threads(on_)) return load;
    while (load.workers > 1 && !fits(load)) {
      load = load_of(load.workers / 2, 0);
      load.threads = threads / load.workers;
    }
    return load;
  }

  [[nodiscard]] Shape block_within_memory(std::int64_t memory, const Load& load) const {
    if (given_.rank() == 0) return block_within(program_, unit_, memory, load);
    const Shape block = rounded_up(given_, unit_, program_.image());
    if (const std::int64_t needed = peak_memory(program_, block, load); needed > memory)
      throw MemoryError(text(program_.name, ": memory is ", size_text(memory), "; blocks of ", block.text(), " need ",
                             megabytes(needed), "; give ", setting("memory", megabytes(needed))),
                        needed);
    return block;
  }

  StagePlan& stage_;
  const Program& program_;
  const Shape given_;
  const std::int64_t memory_;
  const Execution& on_;
  const Executor executor_;
  Shape unit_;
};

}  // namespace

std::int64_t memory_of(const BlockSettings& settings) {
  return settings.memory > 0 ? settings.memory : os_memory_limit() / 4 * 3;
}

void lay_out(StagePlan& stage, const BlockSettings& settings, const Execution& on, Executor executor) {
  const StagePlan given = stage;
  LayOut(stage, settings, on, executor).run();
  const auto tables =
      std::ranges::count_if(stage.program.steps, [](const Step& step) { return label_bytes_of(step.operation) > 0; });
  // Tables share the memory that the plan leaves.
  const std::int64_t rest = (memory_of(settings) - stage.peak_memory) / std::max<std::int64_t>(tables, 1);
  for (Step& step : stage.program.steps)
    step.operation.budget = {stage.peak_memory + rest, stage.peak_memory,
                             [given, settings, on, executor](std::int64_t within) {
                               StagePlan again = given;
                               return LayOut(again, settings, on, executor).planned_within(within);
                             }};
}

}  // namespace preamar::blocks
