#include "blocks/run/in_memory.h"

#include "blocks/families/operation.h"
#include "blocks/workers/memory_streams.h"
#include "blocks/workers/worker_pool.h"
#include "core/assert.h"
#include "core/device_names.h"
#include "core/error_text.h"
#include "primitives/map.h"
#include "primitives/work_image.h"

#include <algorithm>
#include <deque>
#include <string>

namespace preamar::blocks {
using namespace primitives;

ProgramInMemory run_in_memory(const Program& program, const Tree& tree, std::span<const ConstImageView> inputs,
                              std::span<const ImageView> outs, const Execution& on) {
  PREAMAR_ASSERT(program.image().count() > 0, "an image in blocks has at least one pixel");
  BlockStreams streams;
  for (const ConstImageView& input : inputs)
    streams.inputs.push_back([input] { return std::make_unique<MemorySource>(input); });
  std::vector<std::unique_ptr<MemorySink>> sinks;
  for (const ImageView& out : outs) sinks.push_back(std::make_unique<MemorySink>(out));
  for (const auto& sink : sinks) streams.outputs.push_back(sink.get());
  const auto state = memory_state();
  Digests no_digests;
  Outcome outcome = run(program, tree, streams, *state, no_digests, on);
  return {std::move(outcome.steps), std::move(outcome.counters)};
}

InMemory run_in_memory(const Operation& operation, const Tree& tree, std::span<const ConstImageView> inputs,
                       std::span<const ImageView> outs, const Execution& on) {
  PREAMAR_ASSERT(outs.size() == operation.results.size(), "outs are as the operator's results");
  std::vector<ImageView> blockwise;
  for (const ImageView& out : outs)
    if (is_blockwise(operation, out.type())) blockwise.push_back(out);
  ProgramInMemory outcome = run_in_memory(program_of(operation), tree, inputs, blockwise, on);
  auto other = outcome.steps[0].others.begin();
  for (const ImageView& out : outs)
    if (!is_blockwise(operation, out.type())) io::copy_image(*other++, out);
  return {std::move(outcome.steps[0].found), std::move(outcome.counters)};
}

namespace {

// 16 blocks per worker, so that all workers end at about the same time; but no block so small that its border costs
// more than its pixels.
Shape block_for_workers(const Shape& image, int workers) {
  constexpr std::int64_t least_cells = std::int64_t{1} << 16;
  const std::int64_t most = std::max(least_cells, image.count() / (16 * std::int64_t{workers}));
  Coordinates extent{};
  for (int axis = 0; axis < image.rank(); ++axis) extent[static_cast<std::size_t>(axis)] = image[axis];
  const auto shape = [&] { return Shape(extent.data(), image.rank()); };
  while (shape().count() > most) {
    std::int64_t& longest = *std::ranges::max_element(extent);
    longest = (longest + 1) / 2;
  }
  return shape();
}

std::string shares_text(const std::vector<Share>& shares) {
  std::string words;
  for (const Share& share : shares) words += text(words.empty() ? "" : ", ", share.device, " ", share.blocks);
  return words;
}

std::vector<ImageType> types_of(std::span<const ConstImageView> images) {
  std::vector<ImageType> types;
  for (const ConstImageView& image : images) types.push_back(image.type());
  return types;
}

}  // namespace

Results run_hybrid(const Operator& op, std::span<const ConstImageView> inputs, std::span<const ImageView> outs,
                   const Values& options, const Execution& on) {
  const Operation operation = operation_for(op, types_of(inputs), options);
  if (operation.image.count() == 0) {
    Execution on_cpu = on;
    on_cpu.device = "cpu";
    return op.run(inputs, outs, options, on_cpu);
  }
  const Shape block = spanning(operation, block_for_workers(operation.image, worker_count_of(on)));
  InMemory done = run_in_memory(operation, Tree(operation.image, block), inputs, outs, on);
  if (on.log) on.log(text("hybrid: blocks: ", shares_text(done.counters.shares)));
  return std::move(done.found);
}

}  // namespace preamar::blocks
