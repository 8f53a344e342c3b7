#include "blocks/run/block_visits.h"

#include "core/chunk_parts.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "platform/memory.h"

#include <algorithm>
#include <string>

namespace preamar::blocks {
namespace {

// Bytes of blocks after which freed memory returns to the system. Codecs allocate aligned buffers in every thread, and
// glibc before 2.38 rarely finds the freed ones again: its heaps would grow beyond the budget.
constexpr std::int64_t trim_interval = std::int64_t{16} << 20;

bool devices_take(const Operation& operation) { return operation.op->on_devices.contains(operation.inputs[0].dtype); }

// As "[0:512, 512:1024]".
std::string region_text(const Box& box) {
  std::string words;
  for (int axis = 0; axis < box.rank(); ++axis)
    words += text(axis == 0 ? "[" : ", ", box.begin(axis), ":", box.end(axis));
  return words + "]";
}

}  // namespace

BlockVisits::BlockVisits(const Program& program, const Schedule& schedule,
                         std::span<const std::unique_ptr<SourcePool>> pools, const BlockStreams& streams,
                         Digests& digests, const Execution& on, WorkerPool& workers)
    : program_(program),
      schedule_(schedule),
      pools_(pools),
      streams_(streams),
      digests_(digests),
      on_(on),
      workers_(workers),
      io_threads_(streams.io_threads, on.stop),
      reads_of_(program.inputs.size()),
      writes_of_(program.outputs.size()) {
  for (const Step& step : program.steps) require_worker(step.operation);
  for (const int times : reads_of_inputs(program)) is_read_again_.push_back(times > 1);
}

void BlockVisits::require_worker(const Operation& operation) const {
  const Devices devices = devices_of(operation);
  if (!workers_.has_cpu() && !(devices_take(operation) && devices.summaries && devices.pixels))
    throw Error(ErrorKind::device, text(operation.op->name, ": ", on_.device, " cannot do all of it on ",
                                        name_of(operation.inputs[0].dtype), "; name the cpu too, as cpu+", on_.device));
}

Digests::Written BlockVisits::visit(const BlockVisit& visit, const Summarise& summarise) {
  BlockImages images(program_, schedule_, visit.box, visit.border_results, visit.root_results);
  for (const auto& [step, values] : visit.around) images.set_around(step, values);
  read(visit, images);
  {
    const WorkerPool::Turn turn(workers_, may_be_device(visit.work));
    images.compute(visit.work.computed, turn.on());
    for (const std::size_t step : visit.work.summarised)
      images.with_view(step, turn.on(), [&](const BlockView& view) { summarise(step, view); });
  }
  return write(visit, images);
}

void BlockVisits::read(const BlockVisit& visit, BlockImages& images) {
  if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
  for (std::size_t i = 0; i < pools_.size(); ++i) {
    if (!visit.work.read[i]) continue;
    const ImageView to = images.make_input(i);
    pools_[i]->read(images.box_of({.index = i}), to, io_threads_);
    const std::int64_t bytes = to.shape().count() * size_of(to.dtype());
    bytes_read_ += bytes;
    count_towards_trim(bytes);
    ++reads_of_[i];
    if (is_read_again_[i]) require_same(i, visit, to);
  }
  ++reads_;
}

void BlockVisits::count_towards_trim(std::int64_t bytes) {
  if ((untrimmed_ += bytes) < trim_interval) return;
  untrimmed_ = 0;
  os_trim_heap();
}

void BlockVisits::require_same(std::size_t input, const BlockVisit& visit, ConstImageView pixels) {
  if (digests_.is_same_input(input, visit.index, digest(pixels, 0))) return;
  throw Error(ErrorKind::io, text(pools_[input]->name(), ": changed between two reads of the same block, ",
                                  region_text(visit.box), "; run ", program_.name, " again once nothing writes to it"));
}

Digests::Written BlockVisits::write(const BlockVisit& visit, const BlockImages& images) {
  Digests::Written written{visit.index, {}};
  for (const std::size_t output : visit.work.written) {
    const ConstImageView pixels = images.in_block(program_.outputs[output]);
    if (streams_.outputs[output])
      written.digests.emplace_back(output, write_chunks(*streams_.outputs[output], visit.box, pixels));
    bytes_written_ += pixels.shape().count() * size_of(pixels.dtype());
    ++writes_of_[output];
  }
  if (!visit.work.written.empty()) ++writes_;
  return written;
}

// The digest of a region is the sum of those of its chunks.
std::uint64_t BlockVisits::write_chunks(io::Sink& sink, const Box& box, ConstImageView pixels) {
  const std::vector<Box> parts = chunk_parts(box, sink.chunk());
  std::atomic<std::uint64_t> sum{0};
  io_threads_.each(std::ssize(parts), [&](std::int64_t i) {
    const Box& own = parts[static_cast<std::size_t>(i)];
    sum += sink.write(own.origin.data(), part(pixels, within(own, box)));
  });
  return sum;
}

bool BlockVisits::may_be_device(const BlockWork& work) const {
  for (std::size_t i = 0; i < program_.steps.size(); ++i)
    if (const Operation& operation = program_.steps[i].operation;
        work.computed[i] && !(devices_take(operation) && devices_of(operation).pixels))
      return false;
  return std::ranges::all_of(work.summarised, [&](std::size_t i) {
    const Operation& operation = program_.steps[i].operation;
    return devices_take(operation) && devices_of(operation).summaries;
  });
}

Counters BlockVisits::counters() const {
  return {.reads = reads_,
          .writes = writes_,
          .reads_of = {reads_of_.begin(), reads_of_.end()},
          .writes_of = {writes_of_.begin(), writes_of_.end()},
          .bytes_read = bytes_read_,
          .bytes_written = bytes_written_,
          .shares = workers_.shares()};
}

}  // namespace preamar::blocks
