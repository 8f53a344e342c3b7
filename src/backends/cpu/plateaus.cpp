// The ranks of cells: values, and the steps inside plateaus.
#include "backends/cpu/keys.h"
#include "backends/cpu/watershed_job.h"
#include "backends/cpu/workers.h"

#include <atomic>
#include <mutex>

namespace preamar::cpu {
namespace {

template <class K>
class Plateaus {
 public:
  Plateaus(const WatershedJob& job, const Ranks<K>& layout, K* ranks)
      : job_(job), layout_(layout), ranks_(ranks), flat_(job.grid.count()) {}

  template <class T>
  void rank_values();
  bool count_steps();

 private:
  void is_marker(std::int64_t image_row, std::int64_t column, std::int64_t count, bool* to) const {
    with_label_bits(job_.labels.dtype(), [&]<class L>(std::type_identity<L>) {
      const L* const from = job_.cells_of<const L>(job_.labels, image_row, column);
      for (std::int64_t x = 0; x < count; ++x) to[x] = from[x] != 0;
    });
  }
  void rim(std::int64_t tile, K* frame);
  void advance(std::int64_t begin, std::int64_t end, std::uint64_t steps);
  void push(std::span<const std::int64_t> cells) {
    const std::lock_guard lock(mutex_);
    next_.append(cells);
  }

  const WatershedJob& job_;
  Ranks<K> layout_;
  K* ranks_;
  Buffer<std::uint8_t> flat_;  // of each tile: whether a cell without lower ground beside it has an equal neighbour
  std::mutex mutex_;
  Growing<std::int64_t> front_, next_;
};

// The cells of one row of the image as ranks with the steps of a cell that reaches nothing.
template <class T, class K>
void load_values(const WatershedJob& job, const Ranks<K>& layout, const Keys<T>& keys, const FrameRow& row, K* to) {
  const T* from = job.cells_of<const T>(job.image, row.image_row, row.first);
  for (std::int64_t x = 0; x < row.count; ++x) to[x] = layout.pack(keys.key(from[x]), layout.cap);
  if (keys.floating)
    for (std::int64_t x = 0; x < row.count; ++x)
      if (keys.key(from[x]) == 0) to[x] = Ranks<K>::wall;  // NaN
  if (job.mask.rank() == 0) return;
  const std::uint8_t* mask = job.cells_of<const std::uint8_t>(job.mask, row.image_row, row.first);
  for (std::int64_t x = 0; x < row.count; ++x)
    if (mask[x] == 0) to[x] = Ranks<K>::wall;
}

// Steps are 0 beside lower ground and at markers, and the cap elsewhere.
template <class K>
template <class T>
void Plateaus<K>::rank_values() {
  const Keys<T> keys(job_.image.dtype(), Order::rising);
  for_ranges(job_.on, job_.grid.count(), 1, [&](std::int64_t tile, std::int64_t) {
    Buffer<K> memory(job_.frame.count);
    K* const frame = memory.data();
    Buffer<bool> markers(job_.frame.width);
    const TileBox box(job_.grid, tile);
    fill_frame(job_.grid, box, job_.frame, Ranks<K>::wall, frame,
               [&](const FrameRow& row, K* to) { load_values<T>(job_, layout_, keys, row, to); });
    bool flat = false;
    job_.for_rows(box, [&](std::int64_t at, std::int64_t image_row) {
      K* const to = ranks_ + image_row * job_.grid.cells.columns + box.origin.columns;
      is_marker(image_row, box.origin.columns, box.size.columns, markers.data());
      for (std::int64_t x = 0; x < box.size.columns; ++x) {
        const K rank = frame[at + x], floor = layout_.floor(rank);
        bool low = markers[x], equal = false;
        for (const std::int64_t offset : job_.frame.offsets) {
          low |= frame[at + x + offset] < floor;
          equal |= frame[at + x + offset] == rank;
        }
        const bool wall = rank == Ranks<K>::wall;
        to[x] = low && !wall ? floor : rank;
        flat |= !low && equal && !wall;
      }
    });
    flat_[tile] = flat;
  });
}

// Collects the cells of a tile that are one step from a cell with none.
template <class K>
void Plateaus<K>::rim(std::int64_t tile, K* frame) {
  const TileBox box(job_.grid, tile);
  job_.copy_frame(box, ranks_, Ranks<K>::wall, frame);
  Growing<std::int64_t> found;
  job_.for_rows(box, [&](std::int64_t at, std::int64_t image_row) {
    for (std::int64_t x = 0; x < box.size.columns; ++x) {
      const K rank = frame[at + x], floor = layout_.floor(rank);
      if (rank == floor || rank == Ranks<K>::wall) continue;
      bool beside = false;
      for (const std::int64_t offset : job_.frame.offsets) beside |= frame[at + x + offset] == floor;
      if (beside) found.push(image_row * job_.grid.cells.columns + box.origin.columns + x);
    }
  });
  push({found.begin(), found.end()});
}

// From cells of the front, whose steps are known, to neighbours in the same plateau.
template <class K>
void Plateaus<K>::advance(std::int64_t begin, std::int64_t end, std::uint64_t steps) {
  const Extent3& size = job_.grid.cells;
  Growing<std::int64_t> found;
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t cell = front_[i];
    const std::int64_t row = cell / size.columns, x = cell % size.columns, z = row / size.rows, y = row % size.rows;
    const K before = layout_.with_steps(ranks_[cell], layout_.cap), after = layout_.with_steps(before, steps + 1);
    for (const auto& [dz, dy, dx] : job_.frame.steps) {
      const std::int64_t nz = z + dz, ny = y + dy, nx = x + dx;
      if (nz < 0 || ny < 0 || nx < 0 || nz >= size.planes || ny >= size.rows || nx >= size.columns) continue;
      const std::int64_t neighbour = (nz * size.rows + ny) * size.columns + nx;
      if (Ranks<K>::claim(ranks_[neighbour], before, after)) found.push(neighbour);
    }
  }
  push({found.begin(), found.end()});
}

// Breadth first, one step at a time.
template <class K>
bool Plateaus<K>::count_steps() {
  for_ranges(job_.on, job_.grid.count(), 1, [&](std::int64_t tile, std::int64_t) {
    if (!flat_[tile]) return;
    Buffer<K> frame(job_.frame.count);
    rim(tile, frame.data());
  });
  for (const std::int64_t cell : next_) ranks_[cell] = layout_.with_steps(ranks_[cell], 1);
  for (std::uint64_t steps = 1; next_.size() > 0; ++steps) {
    if (steps + 1 >= layout_.cap) return false;
    std::swap(front_, next_);
    next_.clear();
    for_ranges(job_.on, front_.size(), 1 << 12,
               [&](std::int64_t begin, std::int64_t end) { advance(begin, end, steps); });
  }
  return true;
}

}  // namespace

template <class T, class K>
bool find_ranks(const WatershedJob& job, const Ranks<K>& layout, K* ranks) {
  Plateaus<K> plateaus(job, layout, ranks);
  plateaus.template rank_values<T>();
  if (layout.cap <= 1) return true;
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
