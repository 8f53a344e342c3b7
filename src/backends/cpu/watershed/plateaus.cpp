// Computes the ranks of cells: values, and the steps inside plateaus.
#include "backends/cpu/watershed/rank_rows.h"
#include "backends/cpu/watershed/watershed_job.h"
#include "backends/cpu/workers.h"
#include "core/dispatch.h"
#include "primitives/rules/keys.h"

#include <mutex>
#include <span>
#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

std::vector<std::int64_t> offsets_in(const WatershedJob& job) {
  std::vector<std::int64_t> offsets;
  for (const auto& [dz, dy, dx] : job.frame.steps)
    offsets.push_back(dz * job.layout.plane + dy * job.layout.width + dx);
  return offsets;
}

template <class K>
class Plateaus {
 public:
  Plateaus(const WatershedJob& job, const Ranks<K>& layout, K* ranks) : job_(job), layout_(layout), ranks_(ranks) {}

  template <class T>
  void rank_values();
  // Returns false if steps reach the cap.
  bool count_steps();

 private:
  template <class T>
  class Tile;

  void fill_padding();
  void add_seeds(std::uint64_t steps);
  void advance(std::uint64_t steps);
  void push(std::span<const std::int64_t> cells) {
    const std::lock_guard lock(mutex_);
    next_.append(cells);
  }

  const WatershedJob& job_;
  Ranks<K> layout_;
  K* ranks_;
  std::vector<std::int64_t> offsets_ = offsets_in(job_);  // to neighbours, in the field
  std::span<const StepSeed> seeds_ = job_.seeds;          // those that remain
  std::mutex mutex_;
  GrowingArray<std::int64_t> front_, next_;
};

// The ranks of one row of the field, with the steps of a cell that reaches nothing.
template <class T, class K>
void load_values(const WatershedJob& job, const Ranks<K>& layout, const Keys<T>& keys, const FrameRow& row, K* to) {
  const T* from = job.cells_of<const T>(job.image, 0, row.image_row, row.first);
  for (std::int64_t x = 0; x < row.count; ++x) to[x] = layout.pack(keys.key(from[x]), layout.cap);
  if (keys.floating)
    for (std::int64_t x = 0; x < row.count; ++x)
      if (keys.key(from[x]) == 0) to[x] = Ranks<K>::wall;  // NaN
  if (!job.mask) return;
  const std::uint8_t* mask = job.cells_of<const std::uint8_t>(*job.mask, 0, row.image_row, row.first);
  for (std::int64_t x = 0; x < row.count; ++x)
    if (mask[x] == 0) to[x] = Ranks<K>::wall;
}

// Processes one tile after another: steps are 0 next to a lower cell and at markers, and the cap elsewhere. The cells
// one step from those with 0 steps depend on their neighbours outside the tile, so the halo is two cells wide.
template <class K>
template <class T>
class Plateaus<K>::Tile {
 public:
  explicit Tile(Plateaus& all)
      : all_(all),
        job_(all.job_),
        frame_(job_.field, job_.field.cells.planes > 1, job_.spec.connectivity, 2),
        values_(frame_.count + row_slack),
        grounds_(frame_.count + row_slack),
        rim_(frame_.width + row_slack) {}

  void visit(std::int64_t tile) {
    const TileBox box(job_.field, tile);
    fill_frame(job_.field, box, frame_, Ranks<K>::wall, values_.data(),
               [&](const FrameRow& row, K* to) { load_values<T>(job_, all_.layout_, keys_, row, to); });
    for_rows(box, frame_.halo_planes / 2, 1, [&](std::int64_t z, std::int64_t y) { ground_row(box, z, y); });
    for_rows(box, 0, 0, [&](std::int64_t z, std::int64_t y) { store_row(box, z, y); });
    all_.push({found_.begin(), found_.end()});
    found_.clear();
  }

 private:
  void ground_row(const TileBox& box, std::int64_t z, std::int64_t y) {
    const std::int64_t at = frame_.index(z, y, -1);
    rows_.ground(all_.layout_, values_.data() + at, box.size.columns + 2, frame_.offsets, grounds_.data() + at);
    const FrameRow row(job_.field, box, 1, z, y);
    K* const to = grounds_.data() + at + row.skipped;
    with_bits(job_.markers.dtype(), [&]<class L>(std::type_identity<L>) {
      const L* const markers =
          row.count > 0 ? job_.cells_of<const L>(job_.markers, 0, row.image_row, row.first) : nullptr;
      for (std::int64_t x = 0; x < row.count; ++x)
        if (markers[x] != 0 && to[x] != Ranks<K>::wall) to[x] = all_.layout_.floor(to[x]);
    });
  }

  void store_row(const TileBox& box, std::int64_t z, std::int64_t y) {
    const K* const at = grounds_.data() + frame_.index(z, y, 0);
    const std::int64_t cell = job_.layout.index(box.origin.planes + z, box.origin.rows + y, box.origin.columns);
    std::copy_n(at, box.size.columns, all_.ranks_ + cell);
    if (all_.layout_.cap <= 1) return;
    const std::int64_t count = rows_.rim(all_.layout_, at, box.size.columns, frame_.offsets, rim_.data());
    std::int64_t* const to = found_.reserve(count);
    for (std::int64_t i = 0; i < count; ++i) to[i] = cell + rim_[i];
    found_.extend(count);
  }

  Plateaus& all_;
  const WatershedJob& job_;
  Frame frame_;
  const Keys<T> keys_{job_.image.dtype(), Order::rising};
  const RankRows<K> rows_ = rank_rows<K>();
  Buffer<K> values_, grounds_;
  Buffer<std::int32_t> rim_;
  GrowingArray<std::int64_t> found_;
};

template <class K>
void Plateaus<K>::fill_padding() {
  const FieldLayout& layout = job_.layout;
  const auto fill = [&](std::int64_t first, std::int64_t count) { std::fill_n(ranks_ + first, count, Ranks<K>::wall); };
  if (layout.pad_planes > 0) {
    fill(0, layout.plane);
    fill(layout.count - layout.plane, layout.plane);
  }
  for (std::int64_t z = 0; z < layout.cells.planes; ++z) {
    fill(layout.index(z, -1, -1), layout.width);
    fill(layout.index(z, layout.cells.rows, -1), layout.width);
    for (std::int64_t y = 0; y < layout.cells.rows; ++y) {
      fill(layout.index(z, y, -1), 1);
      fill(layout.index(z, y, layout.cells.columns), 1);
    }
  }
}

template <class K>
template <class T>
void Plateaus<K>::rank_values() {
  fill_padding();
  for_tiles(job_, job_.field, [&] { return [own = Tile<T>(*this)](std::int64_t tile) mutable { own.visit(tile); }; });
}

// Adds the seeds with this number of steps to the front.
template <class K>
void Plateaus<K>::add_seeds(std::uint64_t steps) {
  for (; !seeds_.empty() && seeds_.front().steps == steps; seeds_ = seeds_.subspan(1)) {
    K& rank = ranks_[seeds_.front().cell];
    if (rank == Ranks<K>::wall || rank <= layout_.with_steps(rank, steps)) continue;
    rank = layout_.with_steps(rank, steps);
    front_.push(seeds_.front().cell);
  }
}

// Expands from cells of the front, whose steps are known, to neighbours in the same plateau.
template <class K>
void Plateaus<K>::advance(std::uint64_t steps) {
  for_ranges(job_.on, front_.size(), 1 << 12, [&](std::int64_t begin, std::int64_t end) {
    GrowingArray<std::int64_t> found;
    for (std::int64_t i = begin; i < end; ++i) {
      const K before = layout_.with_steps(ranks_[front_[i]], layout_.cap),
              after = layout_.with_steps(before, steps + 1);
      for (const std::int64_t offset : offsets_)
        if (Ranks<K>::claim(ranks_[front_[i] + offset], before, after)) found.push(front_[i] + offset);
    }
    push({found.begin(), found.end()});
  });
}

// Breadth first, one step at a time.
template <class K>
bool Plateaus<K>::count_steps() {
  if (layout_.cap == 0) return false;
  for (const std::int64_t cell : next_) ranks_[cell] = layout_.with_steps(ranks_[cell], 1);
  add_seeds(0);
  if (layout_.cap == 1) return false;
  advance(0);
  for (std::uint64_t steps = 1; next_.size() > 0 || !seeds_.empty(); ++steps) {
    if (next_.size() == 0) steps = seeds_.front().steps;
    if (steps >= layout_.cap) return false;
    std::swap(front_, next_);
    next_.clear();
    add_seeds(steps);
    if (steps + 1 >= layout_.cap) return false;
    advance(steps);
  }
  return true;
}

}  // namespace

template <class T, class K>
bool find_ranks(const WatershedJob& job, const Ranks<K>& layout, K* ranks) {
  Plateaus<K> plateaus(job, layout, ranks);
  plateaus.template rank_values<T>();
  const bool all = plateaus.count_steps();
  return all || static_cast<std::uint64_t>(job.spec.plateau) == layout.cap;
}

template bool find_ranks<std::uint8_t>(const WatershedJob&, const Ranks<std::uint16_t>&, std::uint16_t*);
template bool find_ranks<std::uint8_t>(const WatershedJob&, const Ranks<std::uint32_t>&, std::uint32_t*);
template bool find_ranks<std::uint8_t>(const WatershedJob&, const Ranks<std::uint64_t>&, std::uint64_t*);
template bool find_ranks<std::uint16_t>(const WatershedJob&, const Ranks<std::uint32_t>&, std::uint32_t*);
template bool find_ranks<std::uint16_t>(const WatershedJob&, const Ranks<std::uint64_t>&, std::uint64_t*);
template bool find_ranks<std::uint32_t>(const WatershedJob&, const Ranks<std::uint64_t>&, std::uint64_t*);
template bool find_ranks<std::uint32_t>(const WatershedJob&, const Ranks<WideRank>&, WideRank*);
template bool find_ranks<std::uint64_t>(const WatershedJob&, const Ranks<WideRank>&, WideRank*);

}  // namespace preamar::cpu
