#include "blocks/program/block_size.h"

#include "blocks/state/digests.h"
#include "blocks/state/log_state.h"
#include "core/byte_sizes.h"
#include "core/cases.h"
#include "core/error_text.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace preamar::blocks {
namespace {

constexpr std::int64_t program_itself = std::int64_t{24} << 20;  // code, stacks, files and small allocations
// Pixels of a block: above this, the cost of borders is small.
constexpr double cells_enough = 0x1p24;
constexpr std::int64_t most_chunks = std::int64_t{1} << 32;  // every read opens each of them: more would take days

// Cells of a block, in floating point so that no product is too large.
double cell_count(const Shape& block, const Coordinates& margin, const Shape& image) {
  double cells = 1;
  for (int axis = 0; axis < image.rank(); ++axis) {
    const auto wide =
        static_cast<double>(block[axis]) + 2.0 * static_cast<double>(margin[static_cast<std::size_t>(axis)]);
    cells *= std::min(wide, static_cast<double>(image[axis]));
  }
  return cells;
}

double blockwise_bytes(const Operation& operation) {
  double bytes = 0;
  for (const ImageType& result : operation.results)
    if (is_blockwise(operation, result)) bytes += static_cast<double>(size_of(result.dtype));
  return bytes;
}

Shape widened_shape(const Shape& block, const Coordinates& margin, const Shape& image) {
  Coordinates extent{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t room = image[axis] - block[axis];
    extent[i] = block[axis] + (margin[i] < room / 2 ? 2 * margin[i] : room);
  }
  return {extent.data(), image.rank()};
}

// The images of a block, which exist from its first read to its last write, and a chunk before and after compression.
double image_memory(const Program& program, const Schedule& schedule, const Shape& block, const Load& load) {
  double images = 0, largest = 0;
  const auto add = [&](const Operand& operand, double bytes) {
    images += cell_count(block, schedule.margin(operand), program.image()) * bytes;
    largest = std::max(largest, bytes);
  };
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    add({.index = i}, static_cast<double>(size_of(program.inputs[i].dtype)));
  for (std::size_t i = 0; i < program.steps.size(); ++i)
    add({static_cast<int>(i), 0}, blockwise_bytes(program.steps[i].operation));
  const double inner = cell_count(block, {}, program.image());
  return images + std::max(std::min(inner, 0x1p20) * largest, static_cast<double>(load.chunk_bytes));
}

// The memory of a step besides the images of blocks.
struct StepMemory {
  double merging = 0;     // of summaries and merge records, on all workers
  double queue = 0;       // of blocks that exchange values
  double per_worker = 0;  // of the values that a visit exchanges
};

// The last merge is the largest. The merges that run concurrently before it take half of it each, so twice the largest
// is enough.
double merge_memory(const Operation& operation, const TreeSteps& steps, const Tree& tree) {
  std::int64_t largest = 0;
  tree.for_each_large_merge([&](const Seam& seam) { largest = std::max(largest, steps.merge_bytes(operation, seam)); });
  return 2 * static_cast<double>(largest);
}

// All merges are alike, and each worker has one path from the root.
double merge_memory_of_slabs(const Operation& operation, const TreeSteps& steps, const Tree& tree, int workers) {
  const auto levels = std::bit_width(static_cast<std::uint64_t>(tree.block_count() - 1));
  const Seam any{whole(operation.image), whole(operation.image), whole(operation.image), 0};
  return static_cast<double>(steps.merge_bytes(operation, any)) * workers * (1 + levels / 2.0);
}

// Along a path from the root, a region holds half of the bytes of its merge while its halves are processed.
double merge_memory_of_paths(const Operation& operation, const TreeSteps& steps, const Tree& tree, int workers) {
  double bytes = 0, last = 0;
  std::int64_t paths = 1;
  for (Node node = tree.node(Tree::root()); !node.is_block(); node = tree.node(node.high)) {
    last = static_cast<double>(steps.merge_bytes(operation, Tree::seam(node))) / 2;
    bytes += static_cast<double>(paths) * last;
    paths = std::min<std::int64_t>(2 * paths, workers);
  }
  return bytes + static_cast<double>(paths) * last;
}

// The old border, the values received and computed, and a neighbour's values with their bytes.
double exchange_bytes_per_worker(const Shape& block) {
  double inner = 1, wide = 1;
  for (int axis = 0; axis < block.rank(); ++axis) {
    inner *= static_cast<double>(block[axis]);
    wide *= static_cast<double>(block[axis]) + 2;
  }
  return 8 * sizeof(std::uint64_t) * (wide - inner);
}

StepMemory memory_of(const Operation& operation, const Tree& tree, const Shape& block, int workers) {
  return std::visit(
      Cases{[](const IndependentKind&) { return StepMemory(); },
            [&](const TreeKind& kind) {
              return StepMemory{.merging = kind.halves_summaries
                                               ? merge_memory(operation, kind.steps, tree)
                                               : merge_memory_of_paths(operation, kind.steps, tree, workers)};
            },
            [&](const SlabsKind& kind) {
              return StepMemory{.merging = merge_memory_of_slabs(operation, kind.tree.steps, tree, workers)};
            },
            [&](const FoldKind& kind) {
              return StepMemory{.merging = static_cast<double>(kind.summary_bytes(operation, {}, workers))};
            },
            [&](const RelaxationKind& kind) {
              return StepMemory{.merging = kind.then ? merge_memory(operation, *kind.then, tree) : 0,
                                .queue = exchange_bytes_per_block * static_cast<double>(tree.block_count()),
                                .per_worker = exchange_bytes_per_worker(block)};
            }},
      algorithm_of(operation));
}

// The memory of a step while it is computed, besides the images of the block: scratch, a result before it is cropped,
// and copies of inputs that have a wider margin than the step needs.
double work_memory(const Program& program, const Schedule& schedule, std::size_t index, const StepMemory& memory,
                   const Shape& block, int threads) {
  const auto& [operation, inputs] = program.steps[index];
  Coordinates reach = schedule.margin({static_cast<int>(index), 0});
  const double inner = cell_count(block, reach, operation.image);
  for (std::size_t i = 0; i < max_rank; ++i) reach[i] += operation.halo[i];
  const double wide = cell_count(block, reach, operation.image);
  double bytes = wide * operation.form->scratch(operation.inputs, operation.options);
  if (wide > inner && is_kind<IndependentKind>(operation)) bytes += wide * blockwise_bytes(operation);
  for (const Operand& input : inputs)
    if (schedule.margin(input) != reach) bytes += wide * static_cast<double>(size_of(program.type_of(input).dtype));
  bytes += threads * operation.form->worker_scratch(operation.inputs, operation.options,
                                                    widened_shape(block, reach, operation.image));
  return bytes + memory.per_worker;
}

// Bytes of the whole process with the images of `blocks` blocks of that shape in memory.
std::int64_t memory_for(const Program& program, const Tree& tree, const Shape& block, const Load& load, int blocks) {
  const Schedule schedule(program);
  std::vector<StepMemory> steps;
  double work = 0;  // of the step that needs most
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    steps.push_back(memory_of(program.steps[i].operation, tree, block, load.workers));
    work = std::max(work, work_memory(program, schedule, i, steps.back(), block, load.threads));
  }
  double used =
      image_memory(program, schedule, block, load) * blocks + work * std::min(load.workers, blocks) +
      static_cast<double>(load.file_bytes) +
      Digests::memory_for(static_cast<double>(tree.block_count()), program.inputs.size() + program.outputs.size()) +
      LogState::memory_for(static_cast<double>(tree.block_count()), program.steps.size());
  for (const StepMemory& step : steps) {
    used += step.merging;
    used += step.queue;
  }
  return process_memory(used);
}

// The axis along which a block grows next: the shortest one that does not span the image; -1 if all do.
int shortest_axis(const Shape& block, const Shape& image) {
  int shortest = -1;
  for (int axis = 0; axis < image.rank(); ++axis)
    if (block[axis] < image[axis] && (shortest < 0 || block[axis] <= block[shortest])) shortest = axis;
  return shortest;
}

Shape grown(const Shape& block, const Shape& unit, int axis) {
  Coordinates extent{};
  for (int i = 0; i < block.rank(); ++i)
    extent[static_cast<std::size_t>(i)] =
        block[i] + (i == axis ? std::max(unit[i], block[i] / 2 / unit[i] * unit[i]) : 0);
  return {extent.data(), block.rank()};
}

struct BlockSearch {
  Shape largest;                   // the largest block within a limit; of rank 0 if there is none
  Shape leanest;                   // the block that needs the minimum of memory
  std::int64_t least = INT64_MAX;  // its bytes
};

// From the unit on, the memory falls while the index of blocks is the largest part of it, and then rises.
BlockSearch search(const Program& program, const Shape& unit, std::int64_t limit, const Load& load) {
  const Shape& image = program.image();
  BlockSearch found;
  for (Shape block = clamped_block(unit, image);;) {
    const std::int64_t bytes = peak_memory(program, block, load);
    if (bytes < found.least) found.leanest = block, found.least = bytes;
    if (bytes <= limit)
      found.largest = block;
    else if (found.largest.rank() > 0)
      return found;
    const int axis = shortest_axis(block, image);
    if (axis < 0) return found;
    block = clamped_block(grown(block, unit, axis), image);
    if (cell_count(block, {}, block) > cells_enough) return found;
  }
}

std::int64_t label_bytes(const Program& program) {
  std::int64_t bytes = 0;
  for (const auto& [operation, inputs] : program.steps) bytes += label_bytes_of(operation);
  return bytes;
}

std::int64_t fixed_summary_bytes(const Program& program, int workers) {
  std::int64_t bytes = 0;
  for (const auto& [operation, inputs] : program.steps)
    if (const auto* const fold = std::get_if<FoldKind>(&algorithm_of(operation)))
      bytes += fold->summary_bytes(operation, {}, workers);
  return bytes;
}

std::int64_t chunk_count(const Shape& image, const Shape& chunk) {
  double count = 1;
  for (int axis = 0; axis < image.rank(); ++axis)
    count *= std::ceil(static_cast<double>(image[axis]) / static_cast<double>(chunk[axis]));
  return count < 0x1p62 ? static_cast<std::int64_t>(count) : INT64_MAX;
}

int workers_of(const Tree& tree, const Load& load) {
  return static_cast<int>(std::min<std::int64_t>(load.workers, tree.block_count()));
}

[[noreturn]] void refuse(const Program& program, const Shape& block, const Load& load, std::int64_t memory,
                         std::int64_t least) {
  const int workers = workers_of(Tree(program.image(), block), load) * load.threads;
  const std::int64_t counts = fixed_summary_bytes(program, workers);
  throw MemoryError(
      text(program.name, ": memory is ", size_text(memory), "; ",
           counts > 0 ? text(megabytes(counts), " of counts and ") : "", "blocks of ", block.text(), " on ", workers,
           workers == 1 ? " thread" : " threads", " need ", megabytes(least), "; give that"),
      least);
}

}  // namespace

std::int64_t process_memory(double used) {
  const double all = (used + static_cast<double>(program_itself)) * 8 / 7;  // an eighth of the total is kept scratch
  return all < 0x1p62 ? static_cast<std::int64_t>(all) : INT64_MAX;
}

void require_countable(const Program& program, std::span<const Shape> chunks) {
  const Shape& image = program.image();
  for (int axis = 0; axis < image.rank(); ++axis)
    if (image[axis] > longest_axis)
      throw Error(ErrorKind::resource, text(program.name, ": image is ", image.text(), "; in blocks an axis has ",
                                            "at most ", longest_axis, " pixels"));
  for (const Shape& chunk : chunks)
    if (const std::int64_t count = chunk_count(image, chunk); count > most_chunks)
      throw Error(ErrorKind::resource,
                  text(program.name, ": image is ", image.text(), " in ", count, " chunks of ", chunk.text(),
                       "; at most ", most_chunks, " chunks are processed; give larger chunks"));
}

std::int64_t peak_memory(const Program& program, const Shape& block, const Load& load) {
  const Tree tree(program.image(), block);
  Load at_once = load;
  at_once.workers = workers_of(tree, load);
  const auto blocks = std::min<std::int64_t>(at_once.workers + load.ahead, tree.block_count());
  return memory_for(program, tree, block, at_once, static_cast<int>(blocks));
}

std::int64_t least_memory(const Program& program, const Shape& unit, const Load& load) {
  return search(program, unit, 0, load).least;
}

Shape block_within(const Program& program, const Shape& unit, std::int64_t memory, const Load& load) {
  // Half is for a table, which grows with the labels of the image. Rows that exceed it spill to a file.
  const BlockSearch found = search(program, unit, label_bytes(program) > 0 ? memory / 2 : memory, load);
  if (found.largest.rank() > 0) return found.largest;
  if (found.least > memory) refuse(program, found.leanest, load, memory, found.least);
  return found.leanest;
}

std::int64_t whole_memory(const Operation& operation, int threads) {
  return memory_for(program_of(operation), Tree(operation.image, operation.image), operation.image,
                    {.workers = threads, .threads = threads}, 1);
}

std::int64_t content_memory(const Operation& operation) {
  const auto* const fold = std::get_if<FoldKind>(&algorithm_of(operation));
  if (!fold) return 0;
  const std::int64_t per_label = fold->label_bytes(operation);
  // The size of the second round's summaries is known only after the first.
  if (per_label == 0 && fold->rounds(operation) > 1 && fold->summary_bytes(operation, {}, 1) == 0) return INT64_MAX;
  const double bytes = cell_count(operation.image, {}, operation.image) * static_cast<double>(per_label);
  return bytes < 0x1p62 ? static_cast<std::int64_t>(bytes) : INT64_MAX;
}

Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image) {
  Coordinates extent{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const std::int64_t within = std::min(block[axis], image[axis]);
    extent[static_cast<std::size_t>(axis)] = std::min((within + unit[axis] - 1) / unit[axis] * unit[axis], image[axis]);
  }
  return {extent.data(), image.rank()};
}

}  // namespace preamar::blocks
