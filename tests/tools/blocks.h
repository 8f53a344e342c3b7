// An operator over images in memory as it goes over files: in blocks, joined by a random tree.
#pragma once

#include "blocks/engine.h"
#include "blocks/task.h"
#include "io/pixels.h"
#include "tools/images.h"

#include <mutex>

namespace preamar::test {

class MemorySource : public Source {
 public:
  explicit MemorySource(const ConstImage& image) : Source("memory"), image_(image) { info_.type = image.type(); }

 private:
  void read_region(const std::int64_t* origin, const Image& out) override {
    copy_image(crop(image_, origin, out.shape()), out);
  }
  ConstImage image_;
};

class MemorySink : public Sink {
 public:
  explicit MemorySink(const ImageType& type) : Sink("memory", type), image_(type) {
    const Place one{1, 1, 1};
    chunk_ = Shape(one.data(), type.shape.rank());
    takes_any_order_ = true;
  }
  void close() override {}
  [[nodiscard]] OwnedImage take() { return std::move(image_); }

 private:
  void write_region(const std::int64_t* origin, const ConstImage& image) override {
    copy_image(image, crop<Image>(image_, origin, image.shape()));
  }
  OwnedImage image_;
};

// Any cut of the grid.
[[nodiscard]] inline blocks::Cutter random_cutter(Random& random) {
  return [&random](const Shape& grid, const Shape&) {
    int axis = 0;
    do axis = static_cast<int>(random.below(grid.rank()));
    while (grid[axis] == 1);
    return blocks::Cut{axis, 1 + random.below(grid[axis] - 1)};
  };
}

// Extents from 1 to those of the image; small ones as often as large ones.
[[nodiscard]] inline Shape random_block(const Shape& image, Random& random) {
  Place extent{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const std::int64_t most = 1 + random.below(image[axis]);
    extent[static_cast<std::size_t>(axis)] = 1 + random.below(most);
  }
  return {extent.data(), image.rank()};
}

struct InBlocks {
  std::vector<OwnedImage> images;  // in the order of the operator's results
  Found found;
  blocks::Counters counters;
};

// The images have at least one pixel.
[[nodiscard]] inline InBlocks run_in_blocks(const Operator& op, const std::vector<ConstImage>& inputs,
                                            const Values& options, const Shape& block, Random& random,
                                            int threads = 1) {
  std::vector<ImageType> types;
  for (const ConstImage& input : inputs) types.push_back(input.type());
  const blocks::Task task = blocks::task_for(op, types, options);
  const blocks::Tree tree(task.image, block, random_cutter(random));
  blocks::Ports ports;
  for (const ConstImage& input : inputs)
    ports.inputs.push_back(input.rank() == 0 ? decltype(ports.inputs)::value_type()
                                             : [input] { return std::make_unique<MemorySource>(input); });
  std::vector<std::unique_ptr<MemorySink>> sinks;
  for (const ImageType& result : task.results)
    if (blocks::is_blockwise(task, result)) sinks.push_back(std::make_unique<MemorySink>(result));
  for (const auto& sink : sinks) ports.outputs.push_back(sink.get());
  const auto store = blocks::memory_store();
  blocks::Outcome outcome = blocks::run(task, tree, ports, *store, {.threads = threads});

  InBlocks done{.images = {}, .found = std::move(outcome.found), .counters = outcome.counters};
  auto sink = sinks.begin();
  auto other = outcome.others.begin();
  for (const ImageType& result : task.results)
    done.images.push_back(blocks::is_blockwise(task, result) ? (*sink++)->take() : std::move(*other++));
  return done;
}

// The same of the whole images.
[[nodiscard]] inline InBlocks run_whole(const Operator& op, const std::vector<ConstImage>& inputs,
                                        const Values& options) {
  std::vector<ImageType> types;
  for (const ConstImage& input : inputs) types.push_back(input.type());
  InBlocks done;
  for (const ImageType& result : op.results(types, options)) done.images.emplace_back(result);
  const std::vector<Image> outs(done.images.begin(), done.images.end());
  done.found = op.run(inputs, outs, options, {.threads = 1});
  return done;
}

}  // namespace preamar::test
