// Runs an operator on images in memory as on files: in blocks, merged by a random tree.
#pragma once

#include "blocks/families/operation.h"
#include "blocks/run/in_memory.h"
#include "tools/images.h"

#include <string>

namespace preamar::test {

// A random split of the grid, the same for parts of the same shape.
[[nodiscard]] inline blocks::Cutter random_cutter(Random& random) {
  const auto seed = static_cast<std::uint64_t>(random.below(INT64_MAX));
  return [seed](const Shape& grid, const Shape&) {
    std::uint64_t mixed = seed;
    for (int axis = 0; axis < grid.rank(); ++axis)
      mixed = (mixed ^ static_cast<std::uint64_t>(grid[axis])) * 0x9e3779b97f4a7c15U;
    Random own(mixed);
    int axis = 0;
    do axis = static_cast<int>(own.below(grid.rank()));
    while (grid[axis] == 1);
    return blocks::Cut{axis, 1 + own.below(grid[axis] - 1)};
  };
}

// Extents from 1 to those of the image; small ones as often as large ones.
[[nodiscard]] inline Shape random_block(const Shape& image, Random& random) {
  Coordinates extent{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const std::int64_t most = 1 + random.below(image[axis]);
    extent[static_cast<std::size_t>(axis)] = 1 + random.below(most);
  }
  return {extent.data(), image.rank()};
}

struct InBlocks {
  std::vector<Image> images;  // in the order of the operator's results
  Results found;
  blocks::Counters counters;
};

// The images have at least one pixel.
[[nodiscard]] inline InBlocks run_in_blocks(const Operator& op, const std::vector<ConstImageView>& inputs,
                                            const Values& options, const Shape& block, Random& random, int threads = 1,
                                            const std::string& device = "cpu") {
  std::vector<ImageType> types;
  for (const ConstImageView& input : inputs) types.push_back(input.type());
  const blocks::Operation operation = blocks::operation_for(op, types, options);
  const blocks::Tree tree(operation.image, block, random_cutter(random));
  InBlocks done;
  for (const ImageType& result : operation.results) done.images.emplace_back(result);
  const std::vector<ImageView> outs(done.images.begin(), done.images.end());
  blocks::InMemory result =
      blocks::run_in_memory(operation, tree, inputs, outs, {.device = device, .threads = threads});
  done.found = std::move(result.found);
  done.counters = std::move(result.counters);
  return done;
}

// The same for the whole images.
[[nodiscard]] inline InBlocks run_whole(const Operator& op, const std::vector<ConstImageView>& inputs,
                                        const Values& options) {
  std::vector<ImageType> types;
  for (const ConstImageView& input : inputs) types.push_back(input.type());
  InBlocks done;
  for (const ImageType& result : op.results(types, options)) done.images.emplace_back(result);
  const std::vector<ImageView> outs(done.images.begin(), done.images.end());
  done.found = op.run(inputs, outs, options, {.threads = 1});
  return done;
}

}  // namespace preamar::test
