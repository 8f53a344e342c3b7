#include "blocks/plan.h"

#include "blocks/engine.h"
#include "core/error_text.h"

#include <algorithm>
#include <cmath>

namespace preamar::blocks {
namespace {

constexpr std::int64_t program = std::int64_t{24} << 20;  // code, stacks, files and small allocations
// Pixels of a block: above this, the cost of borders is small.
constexpr double cells_enough = 0x1p24;
constexpr std::int64_t longest_axis = UINT32_MAX;            // positions along an axis have 32 bits in summaries
constexpr std::int64_t most_chunks = std::int64_t{1} << 32;  // every read opens each of them: more would take days

Shape clamped(const Shape& block, const Shape& image) {
  Place extent{};
  for (int axis = 0; axis < image.rank(); ++axis)
    extent[static_cast<std::size_t>(axis)] = std::min(block[axis], image[axis]);
  return {extent.data(), image.rank()};
}

// Cells of a block, in floating point so that no product is too large.
double cells_of(const Shape& block, const Place& margin, const Shape& image) {
  double cells = 1;
  for (int axis = 0; axis < image.rank(); ++axis) {
    const auto wide =
        static_cast<double>(block[axis]) + 2.0 * static_cast<double>(margin[static_cast<std::size_t>(axis)]);
    cells *= std::min(wide, static_cast<double>(image[axis]));
  }
  return cells;
}

double pixel_bytes(std::span<const ImageType> types) {
  double bytes = 0;
  for (const ImageType& type : types) bytes += static_cast<double>(size_of(type.dtype));
  return bytes;
}

double blockwise_bytes(const Task& task) {
  double bytes = 0;
  for (const ImageType& result : task.results)
    if (is_blockwise(task, result)) bytes += static_cast<double>(size_of(result.dtype));
  return bytes;
}

Shape widened_shape(const Shape& block, const Place& margin, const Shape& image) {
  Place extent{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t room = image[axis] - block[axis];
    extent[i] = block[axis] + (margin[i] < room / 2 ? 2 * margin[i] : room);
  }
  return {extent.data(), image.rank()};
}

// Inputs with their halo, results, scratch, and chunks before and after compression.
double block_memory(const Task& task, const Shape& block, const Load& load) {
  const double inner = cells_of(block, {}, task.image), wide = cells_of(block, task.halo, task.image);
  const double scratch = task.form->scratch ? task.form->scratch(task.inputs, task.options) : 0;
  const double results = blockwise_bytes(task), in = pixel_bytes(task.inputs);
  const bool cropped = wide > inner && std::holds_alternative<IndependentForm>(task.form->kind);
  const double chunks =
      std::max(std::min(inner, 0x1p20) * std::max(in, results), static_cast<double>(load.chunk_bytes));
  return wide * (in + scratch) + inner * results + (cropped ? wide * results : 0) + chunks;
}

// Scratch per worker, independent of the number of pixels of its block.
double worker_memory(const Task& task, const Shape& block) {
  if (!task.form->worker_scratch) return 0;
  return task.form->worker_scratch(task.inputs, task.options, widened_shape(block, task.halo, task.image));
}

// The last merge is the largest. The merges that run concurrently before it take half of it each, so twice the largest
// is enough.
double merge_memory(const Task& task, const Tree& tree, int workers) {
  const Family& family = family_of(*task.form);
  if (family.summary_bytes) return static_cast<double>(family.summary_bytes(task, {}, workers));
  std::int64_t largest = 0;
  if (family.merge_bytes)
    tree.for_each_large_merge([&](const Seam& seam) { largest = std::max(largest, family.merge_bytes(task, seam)); });
  return 2 * static_cast<double>(largest);
}

// Bytes of the whole process with `at_once` blocks of that shape in memory.
std::int64_t memory_for(const Task& task, const Tree& tree, const Shape& block, const Load& load, double at_once) {
  const double used = block_memory(task, block, load) * at_once + worker_memory(task, block) * load.workers +
                      merge_memory(task, tree, load.workers) + static_cast<double>(load.file_bytes) +
                      Journal::memory_for(static_cast<double>(tree.block_count()), task.results.size()) +
                      static_cast<double>(program);
  const double all = used + used / 7;  // an eighth of the total is freed scratch, kept for the next block
  return all < 0x1p62 ? static_cast<std::int64_t>(all) : INT64_MAX;
}

// The axis along which a block grows next: the shortest one that does not span the image; -1 if all do.
int shortest_axis(const Shape& block, const Shape& image) {
  int shortest = -1;
  for (int axis = 0; axis < image.rank(); ++axis)
    if (block[axis] < image[axis] && (shortest < 0 || block[axis] <= block[shortest])) shortest = axis;
  return shortest;
}

Shape grown(const Shape& block, const Shape& unit, int axis) {
  Place extent{};
  for (int i = 0; i < block.rank(); ++i)
    extent[static_cast<std::size_t>(i)] =
        block[i] + (i == axis ? std::max(unit[i], block[i] / 2 / unit[i] * unit[i]) : 0);
  return {extent.data(), block.rank()};
}

std::int64_t label_bytes(const Task& task) {
  const Family& family = family_of(*task.form);
  return family.label_bytes ? family.label_bytes(task) : 0;
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

[[noreturn]] void refuse(const Task& task, const Shape& block, const Load& load, std::int64_t memory,
                         std::int64_t least) {
  const Family& family = family_of(*task.form);
  const int workers = workers_of(Tree(task.image, block), load);
  const std::int64_t counts = family.summary_bytes ? family.summary_bytes(task, {}, workers) : 0;
  throw Error(ErrorKind::resource, text(task.op->name, ": memory is ", megabytes(memory), "; ",
                                        counts > 0 ? text(megabytes(counts), " of counts and ") : "", "blocks of ",
                                        block.text(), " on ", workers, workers == 1 ? " thread" : " threads", " need ",
                                        megabytes(least), "; give that, or fewer threads"));
}

}  // namespace

std::string megabytes(std::int64_t bytes) {
  const std::int64_t mebibyte = 1 << 20;
  return text(bytes / mebibyte + (bytes % mebibyte != 0), "M");
}

void require_countable(const Task& task, std::span<const Shape> chunks) {
  for (int axis = 0; axis < task.image.rank(); ++axis)
    if (task.image[axis] > longest_axis)
      throw Error(ErrorKind::resource, text(task.op->name, ": image is ", task.image.text(), "; in blocks an axis has ",
                                            "at most ", longest_axis, " pixels"));
  for (const Shape& chunk : chunks)
    if (const std::int64_t count = chunk_count(task.image, chunk); count > most_chunks)
      throw Error(ErrorKind::resource,
                  text(task.op->name, ": image is ", task.image.text(), " in ", count, " chunks of ", chunk.text(),
                       "; at most ", most_chunks, " chunks are processed; give larger chunks"));
}

std::int64_t Budget::memory_for(double bytes) const {
  if (!(bytes < 0x1p61)) return INT64_MAX;
  const auto more = static_cast<std::int64_t>(bytes);
  std::int64_t enough = planned + more;
  for (;;) {
    const std::int64_t blocks = planned_within(enough);
    if (blocks > INT64_MAX - more || blocks + more <= enough) return enough;
    enough = blocks + more;
  }
}

std::int64_t peak_memory(const Task& task, const Shape& block, const Load& load) {
  const Tree tree(task.image, block);
  Load at_once = load;
  at_once.workers = workers_of(tree, load);
  return memory_for(task, tree, block, at_once, at_once.workers);
}

Shape block_within(const Task& task, const Shape& unit, std::int64_t memory, const Load& load) {
  Shape block = clamped(unit, task.image);
  if (const std::int64_t least = peak_memory(task, block, load); least > memory)
    refuse(task, block, load, memory, least);
  // Three quarters are for a table, which grows with the labels of the image.
  const std::int64_t for_blocks = label_bytes(task) > 0 ? memory / 4 : memory;
  for (;;) {
    const int axis = shortest_axis(block, task.image);
    if (axis < 0) return block;
    const Shape larger = clamped(grown(block, unit, axis), task.image);
    if (cells_of(larger, {}, larger) > cells_enough || peak_memory(task, larger, load) > for_blocks) return block;
    block = larger;
  }
}

std::int64_t whole_memory(const Task& task, int threads) {
  return memory_for(task, Tree(task.image, task.image), task.image, {.workers = threads}, 1);
}

std::int64_t content_memory(const Task& task) {
  const Family& family = family_of(*task.form);
  // The size of the second round's summaries is known only after the first.
  if (family.summary_bytes && label_bytes(task) == 0 && family.rounds(task) > 1 &&
      family.summary_bytes(task, {}, 1) == 0)
    return INT64_MAX;
  const double bytes = cells_of(task.image, {}, task.image) * static_cast<double>(label_bytes(task));
  return bytes < 0x1p62 ? static_cast<std::int64_t>(bytes) : INT64_MAX;
}

Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image) {
  Place extent{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const std::int64_t within = std::min(block[axis], image[axis]);
    extent[static_cast<std::size_t>(axis)] = std::min((within + unit[axis] - 1) / unit[axis] * unit[axis], image[axis]);
  }
  return {extent.data(), image.rank()};
}

}  // namespace preamar::blocks
