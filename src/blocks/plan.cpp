#include "blocks/plan.h"

#include "blocks/engine.h"
#include "core/error_text.h"

#include <algorithm>
#include <cmath>

namespace preamar::blocks {
namespace {

constexpr std::int64_t program = std::int64_t{24} << 20;      // code, stacks, files and small things
constexpr std::int64_t cells_enough = std::int64_t{1} << 24;  // of a block: borders weigh little from here on

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
  for (const ImageType& type : types)
    if (type.shape.rank() > 0) bytes += static_cast<double>(size_of(type.dtype));
  return bytes;
}

double blockwise_bytes(const Task& task) {
  double bytes = 0;
  for (const ImageType& result : task.results)
    if (is_blockwise(task, result)) bytes += static_cast<double>(size_of(result.dtype));
  return bytes;
}

// Inputs with their halo, results, what work takes, and files' pieces before and after compression.
double block_memory(const Task& task, const Shape& block) {
  const double inner = cells_of(block, {}, task.image), wide = cells_of(block, task.halo, task.image);
  const double scratch = task.form->scratch ? task.form->scratch(task.inputs, task.options) : 0;
  const double results = blockwise_bytes(task), in = pixel_bytes(task.inputs);
  const bool cropped = wide > inner && std::holds_alternative<AloneForm>(task.form->kind);
  const double pieces = std::min(inner, 0x1p20) * std::max(in, results);
  return wide * (in + scratch) + inner * results + (cropped ? wide * results : 0) + pieces;
}

// Of the merges that may go on at once the largest is the last; those before it are halves of it.
std::int64_t merge_memory(const Task& task, const Tree& tree) {
  const Family& family = family_of(*task.form);
  std::int64_t largest = 0;
  if (family.merge_bytes)
    for (std::int64_t i = 0; i < tree.size(); ++i)
      if (!tree.node(i).is_block()) largest = std::max(largest, family.merge_bytes(task, tree.seam(tree.node(i))));
  return 2 * largest;
}

// The axis along which a block is to grow next: the shortest of those that do not span the image; -1 where all do.
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

std::string megabytes(std::int64_t bytes) { return text((bytes + (1 << 20) - 1) >> 20, "M"); }

}  // namespace

std::int64_t peak_memory(const Task& task, const Shape& block, int workers) {
  const Tree tree(task.image, block);
  const double at_once = static_cast<double>(std::min<std::int64_t>(workers, tree.block_count()));
  const double bytes = block_memory(task, block) * at_once;
  if (!(bytes < 0x1p62)) return INT64_MAX;
  const std::int64_t used = static_cast<std::int64_t>(bytes) + merge_memory(task, tree) + program;
  return used + used / 7;  // an eighth of all is freed scratch that is kept for the next block
}

Shape block_within(const Task& task, const Shape& unit, std::int64_t memory, int workers) {
  Shape block = clamped(unit, task.image);
  if (const std::int64_t least = peak_memory(task, block, workers); least > memory)
    throw Error(ErrorKind::resource, text(task.op->name, ": memory is ", megabytes(memory), "; blocks of ",
                                          block.text(), " on ", workers, workers == 1 ? " thread" : " threads",
                                          " need ", megabytes(least), "; give that, or fewer threads"));
  for (;;) {
    const int axis = shortest_axis(block, task.image);
    if (axis < 0) return block;
    const Shape larger = clamped(grown(block, unit, axis), task.image);
    if (cells_of(larger, {}, larger) > static_cast<double>(cells_enough) || peak_memory(task, larger, workers) > memory)
      return block;
    block = larger;
  }
}

std::int64_t whole_memory(const Task& task) { return peak_memory(task, task.image, 1); }

Shape rounded_up(const Shape& block, const Shape& unit, const Shape& image) {
  Place extent{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const std::int64_t within = std::min(block[axis], image[axis]);
    extent[static_cast<std::size_t>(axis)] = std::min((within + unit[axis] - 1) / unit[axis] * unit[axis], image[axis]);
  }
  return {extent.data(), image.rank()};
}

}  // namespace preamar::blocks
