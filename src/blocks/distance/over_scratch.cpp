#include "blocks/distance/over_scratch.h"

#include "blocks/arena.h"
#include "blocks/distance/scratch_image.h"
#include "blocks/source_pool.h"
#include "blocks/written_blocks.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/memory.h"
#include "core/progress.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <system_error>

namespace preamar::blocks {
namespace {

using End = ScratchImage::End;
using PositionBuffer = Buffer<std::uint32_t>;

// Notes that the scratch image is complete.
constexpr StateKey complete_key{StateKind::summary, 0, 0, 0};

constexpr double program_bytes = 0x1p24 * 1.5;
constexpr std::int64_t cells_enough = std::int64_t{1} << 18;  // of a part: above this, the cost of a call is small

constexpr BlockForm block_form = {
    .kind = IndependentForm{},
    .scratch = [](std::span<const ImageType>, const Values&) { return 4.0; },
};

Shape of_planes(const Shape& image, std::int64_t planes) {
  return image.rank() == 2 ? Shape{planes, image[1]} : Shape{planes, image[1], image[2]};
}

// Positions, mask, results, and goals beyond the part; and the goals beyond a group, which all parts share.
double memory_of_planes(const Task& task, const PlanePlan& plan, int threads, std::int64_t file_bytes) {
  const auto lines = static_cast<double>(line_count(task.image));
  double cell = 4 + 1 + task.form->scratch(task.inputs, task.options);
  for (const ImageType& result : task.results) cell += static_cast<double>(size_of(result.dtype));
  const Shape part = of_planes(task.image, plan.planes);
  const double own = lines * (cell * static_cast<double>(plan.planes) + 8);
  const double all = own * plan.at_once + threads * task.form->worker_scratch(task.inputs, task.options, part) +
                     3 * 4 * lines + static_cast<double>(file_bytes) + program_bytes;
  return all + all / 7;
}

// The nearer of two goals; of equal ones, the first.
std::uint32_t nearer(std::uint32_t at, std::uint32_t low, std::uint32_t high) {
  if (low == no_goal || high == no_goal) return std::min(low, high);
  const std::int64_t to_low = std::int64_t{at} - low, to_high = std::int64_t{high} - at;
  return std::abs(to_low) <= std::abs(to_high) ? low : high;
}

// Per cell of a block whose first plane is `first`: the nearest goal on its line, in positions of the image. `begins`
// and `ends` get the goals at both ends of each line.
template <class T>
void find_nearest(ConstImageView block, Goal goal, std::uint32_t first, std::uint32_t* nearest,
                  const PositionBuffer& begins, const PositionBuffer& ends) {
  const std::int64_t lines = begins.count(), planes = block.shape()[0];
  const T* const pixels = static_cast<const T*>(block.data());
  std::fill_n(begins.data(), lines, no_goal);
  std::fill_n(ends.data(), lines, no_goal);
  for (std::int64_t z = 0; z < planes; ++z)
    for (std::int64_t i = 0; i < lines; ++i) {
      const bool is_goal = (pixels[z * lines + i] == T{0}) == (goal == Goal::zero);
      ends[i] = is_goal ? first + static_cast<std::uint32_t>(z) : ends[i];
      nearest[z * lines + i] = ends[i];
    }
  for (std::int64_t z = planes; z-- > 0;) {
    const std::uint32_t at = first + static_cast<std::uint32_t>(z);
    for (std::int64_t i = 0; i < lines; ++i) {
      std::uint32_t& here = nearest[z * lines + i];
      begins[i] = here == at ? at : begins[i];
      here = nearer(at, here, begins[i]);
    }
  }
}

class OverScratch {
 public:
  OverScratch(const Task& task, const Shape& block, const PlanePlan& planes, const BlockStreams& streams,
              const std::filesystem::path& file, RunState& state, Journal& journal, const Execution& on)
      : task_(task),
        planes_(planes),
        spec_(std::get<DistanceForm>(task.form->kind).spec(task.inputs, task.options)),
        tree_(task.image, block),
        streams_(streams),
        state_(state),
        written_(streams.outputs, journal),
        on_(on),
        workers_(on, streams.workers),
        threads_(streams.io_threads, on.stop),
        source_(streams.inputs[0]),
        scratch_(task, std::min(block[0], task.image[0]), file) {
    if (!workers_.has_cpu())
      throw Error(ErrorKind::device, text(task.op->name, ": ", on.device, " cannot do all of it on ",
                                          name_of(task.inputs[0].dtype), "; name the cpu too, as cpu+", on.device));
  }

  [[nodiscard]] int workers() const { return workers_.size(); }

  Outcome run() {
    if (!state_.get(complete_key) || !scratch_.is_complete()) {
      begin_pass(1, 0, 0.3);
      each_block(0, 0.3, [&](std::int64_t, const Box& box) { spread(box); });
      begin_pass(2, 0.3, 0.7);
      pass_ends_on();
      transform();
      scratch_.flush();
      state_.put(complete_key, Bytes(1));
    }
    begin_pass(3, 0.7, 1);
    try {
      each_block(0.7, 1, [&](std::int64_t index, const Box& box) { gather(index, box); });
    } catch (...) {
      written_.settle();
      throw;
    }
    Outcome outcome;
    outcome.steps.emplace_back();
    outcome.counters = {.blocks = tree_.block_count(),
                        .reads = reads_,
                        .writes = writes_,
                        .reads_of = {reads_},
                        .writes_of = std::vector<std::int64_t>(streams_.outputs.size(), writes_),
                        .bytes_read = bytes_read_,
                        .bytes_written = bytes_written_,
                        .shares = workers_.shares()};
    return outcome;
  }

 private:
  void require_running() const {
    if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
  }

  void begin_pass(int number, double from, double to) const {
    if (streams_.phase) streams_.phase({text("block pass ", number, " of 3"), from, to});
  }

  // Calls visit(index, box) for all blocks and reports progress.
  template <class Visit>
  void each_block(double from, double to, const Visit& visit) {
    const Execution part = part_of(on_, from, to);
    std::int64_t done = 0;
    std::mutex mutex;
    const auto descend = [&](const auto& self, std::int64_t index) -> void {
      const Node node = tree_.node(index);
      if (!node.is_block()) return workers_.invoke_both([&] { self(self, node.low); }, [&] { self(self, node.high); });
      require_running();
      visit(index, node.box);
      const std::lock_guard lock(mutex);
      ++done;
      if (part.progress) part.progress(static_cast<double>(done) / static_cast<double>(tree_.block_count()));
    };
    descend(descend, Tree::root());
  }

  void spread(const Box& box) {
    Image pixels(task_.inputs[0].dtype, box.shape);
    source_.read(box, pixels, threads_);
    ++reads_;
    bytes_read_ += box.shape.count() * size_of(pixels.dtype());
    const auto lines = static_cast<std::int64_t>(line_count(box.shape));
    const PositionBuffer nearest(box.shape.count()), begins(lines), ends(lines);
    {
      const WorkerPool::Lease lease(workers_, false);
      with_type(pixels.dtype(), [&]<class T>(std::type_identity<T>) {
        find_nearest<T>(pixels, spec_.goal, static_cast<std::uint32_t>(box.begin(0)), nearest.data(), begins, ends);
      });
    }
    scratch_.write_positions(box, nearest.data());
    Box group = box;
    group.origin[0] /= scratch_.depth();
    scratch_.write_ends(End::first, group, begins.data());
    scratch_.write_ends(End::last, group, ends.data());
  }

  // Replaces the first goals of each group by the nearest goals behind it.
  void pass_ends_on() {
    const PositionBuffer behind(scratch_.lines()), first(scratch_.lines());
    std::fill_n(behind.data(), behind.count(), no_goal);
    for (std::int64_t group = scratch_.groups(); group-- > 0;) {
      scratch_.read_ends(End::first, group, first.data());
      scratch_.write_ends(End::first, plane_of(group), behind.data());
      for (std::int64_t i = 0; i < first.count(); ++i) behind[i] = std::min(first[i], behind[i]);
    }
  }

  [[nodiscard]] Box plane_of(std::int64_t group) const { return {{group, 0, 0}, of_planes(task_.image, 1)}; }

  void transform() {
    WorkerPool workers(on_, planes_.at_once);
    const PositionBuffer before(scratch_.lines()), behind(scratch_.lines()), last(scratch_.lines());
    std::fill_n(before.data(), before.count(), no_goal);
    for (std::int64_t group = 0; group < scratch_.groups(); ++group) {
      scratch_.read_ends(End::first, group, behind.data());
      scratch_.read_ends(End::last, group, last.data());
      const std::int64_t begin = group * scratch_.depth(), end = std::min(begin + scratch_.depth(), task_.image[0]);
      const std::int64_t parts = (end - begin + planes_.planes - 1) / planes_.planes;
      in_arena(planes_.at_once, [&] {
        tbb::parallel_for(std::int64_t{0}, parts, [&](std::int64_t i) {
          const std::int64_t first = begin + i * planes_.planes;
          transform_part(first, std::min(first + planes_.planes, end), before, behind, workers);
        });
      });
      for (std::int64_t i = 0; i < last.count(); ++i) before[i] = last[i] != no_goal ? last[i] : before[i];
      if (on_.progress) on_.progress(0.3 + 0.4 * static_cast<double>(end) / static_cast<double>(task_.image[0]));
    }
  }

  // `before` and `behind`: the nearest goals beyond the group. Those beyond the part are the nearest of its first and
  // of its last plane: a goal farther than these is the nearest of no plane.
  void transform_part(std::int64_t begin, std::int64_t end, const PositionBuffer& before, const PositionBuffer& behind,
                      WorkerPool& workers) {
    require_running();
    const Box part{{begin, 0, 0}, of_planes(task_.image, end - begin)};
    const std::int64_t lines = scratch_.lines();
    const PositionBuffer positions(lines), above(lines), below(lines);
    Image mask(DType::uint8, part.shape);
    auto* is_foreground = static_cast<std::uint8_t*>(mask.data());
    for (std::int64_t z = begin; z < end; ++z, is_foreground += lines) {
      const auto at = static_cast<std::uint32_t>(z);
      scratch_.read_positions(z, positions.data());
      for (std::int64_t i = 0; i < lines; ++i) is_foreground[i] = positions[i] != at;
      for (std::int64_t i = 0; (z == begin || z == end - 1) && i < lines; ++i) {
        const std::uint32_t nearest = nearest_of(at, positions[i], before[i], behind[i]);
        if (z == begin) above[i] = nearest < at ? nearest : no_goal;
        if (z == end - 1) below[i] = nearest > at ? nearest : no_goal;
      }
    }
    std::vector<Image> results;
    for (const ImageType& result : task_.results) results.emplace_back(result.dtype, part.shape);
    const std::vector<ImageView> outs(results.begin(), results.end());
    DistanceTransformSpec spec = spec_;
    spec.goal = Goal::zero;
    spec.beyond = GoalsBeyond{{above.data(), static_cast<std::size_t>(lines)},
                              {below.data(), static_cast<std::size_t>(lines)},
                              begin,
                              task_.image};
    DistanceTransformResults wanted{.lengths = outs[0]};
    if (outs.size() > 1) wanted.nearest = outs[1];
    {
      const WorkerPool::Lease lease(workers, false);
      distance_transform(lease.on(), spec, mask, wanted);
    }
    scratch_.write_results(part, outs);
  }

  static std::uint32_t nearest_of(std::uint32_t at, std::uint32_t within, std::uint32_t before, std::uint32_t behind) {
    if (within != no_goal && within > at) return nearer(at, before, std::min(within, behind));
    return nearer(at, within != no_goal ? within : before, behind);
  }

  void gather(std::int64_t index, const Box& box) {
    std::vector<std::size_t> all(streams_.outputs.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    if (written_.recover(all, index, box)) return;
    Journal::Written written{index, {}};
    for (const std::size_t i : all) {
      Image result(task_.results[i].dtype, box.shape);
      scratch_.read_result(i, box, result);
      io::Sink* const sink = streams_.outputs[i];
      written.digests.emplace_back(i, sink ? sink->write(box.origin.data(), result) : 0);
      bytes_written_ += box.shape.count() * size_of(result.dtype());
    }
    ++writes_;
    written_.add(std::move(written));
  }

  const Task& task_;
  const PlanePlan planes_;
  const DistanceTransformSpec spec_;
  const Tree tree_;
  const BlockStreams& streams_;
  RunState& state_;
  WrittenBlocks written_;
  const Execution& on_;
  WorkerPool workers_;
  IoThreads threads_;
  SourcePool source_;
  ScratchImage scratch_;
  std::atomic<std::int64_t> reads_{0}, writes_{0}, bytes_read_{0}, bytes_written_{0};
};

void require_space(const Task& task, std::int64_t bytes, const std::filesystem::path& file) {
  std::error_code unknown, missing;
  const std::filesystem::space_info space = std::filesystem::space(file.parent_path(), unknown);
  const std::uintmax_t present = std::filesystem::file_size(file, missing);
  const std::uintmax_t room = space.available + (missing ? 0 : present);
  if (!unknown && room < static_cast<std::uintmax_t>(bytes))
    throw Error(ErrorKind::resource,
                text(task.op->name, ": the scratch image takes ", bytes, " bytes; ", file.parent_path().string(),
                     " has ", space.available, " free; give more memory or another disk"));
}

}  // namespace

Task task_of_blocks(const Task& task) {
  Task blocks = task;
  blocks.form = &block_form;
  return blocks;
}

PlanePlan plan_planes(const Task& task, std::int64_t depth, int threads, std::int64_t memory, std::int64_t file_bytes) {
  PlanePlan plan{threads, std::clamp<std::int64_t>(cells_enough / static_cast<std::int64_t>(line_count(task.image)), 1,
                                                   std::min(depth, task.image[0]))};
  const auto does_not_fit = [&] {
    const double bytes = memory_of_planes(task, plan, threads, file_bytes);
    plan.memory = bytes < 0x1p62 ? static_cast<std::int64_t>(bytes) : INT64_MAX;
    return plan.memory > memory;
  };
  while (does_not_fit() && plan.at_once > 1) plan.at_once /= 2;
  while (does_not_fit() && plan.planes > 1) plan.planes /= 2;
  return plan;
}

std::int64_t scratch_bytes(const Task& task, std::int64_t depth) { return ScratchImage::bytes_for(task, depth); }

Outcome run_over_scratch(const Task& task, const Shape& block, const PlanePlan& planes, const BlockStreams& streams,
                         const std::filesystem::path& scratch, RunState& state, Journal& journal, const Execution& on) {
  require_space(task, scratch_bytes(task, std::min(block[0], task.image[0])), scratch);
  OverScratch over(task, block, planes, streams, scratch, state, journal, on);
  if (over.workers() == 1) return over.run();
  return in_arena(over.workers(), [&] { return over.run(); });
}

}  // namespace preamar::blocks
