// Operators on images in memory, wherever they are to run.
#include "blocks/run.h"

#include "blocks/crew.h"
#include "blocks/memory_ports.h"
#include "blocks/task.h"
#include "core/device_names.h"
#include "core/error_text.h"
#include "skeletons/map.h"
#include "skeletons/work_image.h"

#include <algorithm>
#include <deque>
#include <string>

namespace preamar {
namespace blocks {

InMemory run_in_memory(const Task& task, const Tree& tree, std::span<const ConstImage> inputs,
                       std::span<const Image> outs, const Execution& on) {
  Ports ports;
  for (const ConstImage& input : inputs)
    ports.inputs.push_back(input.rank() == 0 ? decltype(ports.inputs)::value_type()
                                             : [input] { return std::make_unique<MemorySource>(input); });
  std::vector<std::unique_ptr<MemorySink>> sinks;
  for (const Image& out : outs)
    if (is_blockwise(task, out.type())) sinks.push_back(std::make_unique<MemorySink>(out));
  for (const auto& sink : sinks) ports.outputs.push_back(sink.get());
  const auto store = memory_store();
  Journal none;
  Outcome outcome = run(task, tree, ports, *store, none, on);
  auto other = outcome.others.begin();
  for (const Image& out : outs)
    if (!is_blockwise(task, out.type())) copy_image(*other++, out);
  return {std::move(outcome.found), std::move(outcome.counters)};
}

namespace {

// Many blocks for each of the crew, so that the last of them end at about the same time, but none so small that its
// border weighs more than its cells.
Shape block_for(const Shape& image, int workers) {
  constexpr std::int64_t least_cells = std::int64_t{1} << 16;
  const std::int64_t most = std::max(least_cells, image.count() / (16 * std::int64_t{workers}));
  Place extent{};
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

std::vector<ImageType> types_of(std::span<const ConstImage> images) {
  std::vector<ImageType> types;
  for (const ConstImage& image : images) types.push_back(image.type());
  return types;
}

Found run_hybrid(const Operator& op, std::span<const ConstImage> inputs, std::span<const Image> outs,
                 const Values& options, const Execution& on) {
  const Task task = task_for(op, types_of(inputs), options);
  if (task.image.count() == 0) {
    Execution alone = on;
    alone.device = "cpu";
    return op.run(inputs, outs, options, alone);
  }
  InMemory done = run_in_memory(task, Tree(task.image, block_for(task.image, crew_size(on))), inputs, outs, on);
  if (on.log) on.log(text("hybrid: blocks: ", shares_text(done.counters.shares)));
  return std::move(done.found);
}

void require_taken(const Operator& op, const ConstImage& image, const Execution& on) {
  if (op.on_devices.contains(image.dtype())) return;
  std::string taken;
  for (int i = 0; i < dtype_count; ++i)
    if (const auto dtype = static_cast<DType>(i); op.on_devices.contains(dtype))
      taken += text(taken.empty() ? "" : ", ", name_of(dtype));
  throw Error(ErrorKind::device,
              text(op.name, ": ", op.inputs[0].name, " is ", name_of(image.dtype()), " and the device ", on.device,
                   "; ", taken.empty() ? "no device has this operator" : text("on devices it takes ", taken),
                   "; the device 'cpu' takes all"));
}

// Copied in once and out once, whatever the operator does in between; what is in the device's memory stays there.
Found run_on_device(const Operator& op, std::span<const ConstImage> inputs, std::span<const Image> outs,
                    const Values& options, const Execution& on) {
  require_taken(op, inputs[0], on);
  const auto is_there = [&](const ConstImage& image) { return backend_for({.device = on.device}).holds(image.data()); };
  std::deque<WorkImage> copies;
  std::vector<ConstImage> in(inputs.begin(), inputs.end());
  std::vector<Image> out(outs.begin(), outs.end());
  for (ConstImage& image : in) {
    if (image.rank() == 0 || is_there(image)) continue;
    const Image copy = copies.emplace_back(on, image.type()).view();
    map(on, {.pixel = Pixel::copy}, image, copy);
    image = copy;
  }
  // What has another shape, such as counts, is for the host to write.
  std::deque<OwnedImage> others;
  for (Image& image : out) {
    const bool is_pixels = image.shape() == in[0].shape();
    if (is_pixels && !is_there(image)) image = copies.emplace_back(on, image.type()).view();
    if (!is_pixels && is_there(image)) image = others.emplace_back(image.type()).view();
  }
  Found found = op.run(in, out, options, on);
  for (std::size_t i = 0; i < outs.size(); ++i)
    if (out[i].data() != outs[i].data()) map(on, {.pixel = Pixel::copy}, out[i], outs[i]);
  return found;
}

}  // namespace
}  // namespace blocks

Found run_operator(const Operator& op, std::span<const ConstImage> inputs, std::span<const Image> outs,
                   const Values& options, const Execution& on) {
  if (names_several(on.device)) return blocks::run_hybrid(op, inputs, outs, options, on);
  if (backend_for({.device = on.device}).reserve) return blocks::run_on_device(op, inputs, outs, options, on);
  return op.run(inputs, outs, options, on);
}

}  // namespace preamar
