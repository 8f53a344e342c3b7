#include "backends/cpu/geodesic/nearest_seed.h"

#include "backends/cpu/tile_grid.h"
#include "backends/cpu/wavefront.h"
#include "backends/cpu/workers.h"
#include "core/dispatch.h"
#include "core/memory.h"
#include "core/require.h"
#include "core/rows.h"
#include "primitives/neighbours.h"
#include "primitives/rules/nearest_seed.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

// Operates in place on the indices of goals. The workers of neighbouring tiles read them, so each is read and written
// atomically; the state machine of the wavefront provides the ordering.
class SeedWork final : public TileWork {
 public:
  SeedWork(const NearestSeed& rule, const TileGrid& grid, const Buffer<std::int64_t>& goals, int rank)
      : rule_(rule), grid_(grid), goals_(goals), steps_(neighbour_steps(rank, 1)) {}

  std::uint32_t visit(std::int64_t tile, int) override {
    const Extent3 at = grid_.place(tile);
    const SeedPlace begin{at.planes * grid_.depth, at.rows * grid_.side, at.columns * grid_.side};
    const std::int64_t planes = std::min<std::int64_t>(grid_.depth, rule_.planes - begin.z);
    const std::int64_t rows = std::min<std::int64_t>(grid_.side, rule_.rows - begin.y);
    const std::int64_t columns = std::min<std::int64_t>(grid_.side, rule_.columns - begin.x);
    const std::int64_t count = planes * rows * columns;
    std::uint32_t wakes = 0;
    for (bool changed = true, down = true; changed || !down; down = !down) {
      changed = false;
      for (std::int64_t n = 0; n < count; ++n) {
        const std::int64_t i = down ? n : count - 1 - n;
        const SeedPlace in_tile{i / (rows * columns), i / columns % rows, i % columns};
        if (!improve({begin.z + in_tile.z, begin.y + in_tile.y, begin.x + in_tile.x})) continue;
        changed = true;
        wakes |= seen_by(in_tile);
      }
    }
    return wakes;
  }
  void expect(std::int64_t) override {}

 private:
  [[nodiscard]] std::atomic_ref<std::int64_t> goal(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return std::atomic_ref(goals_[(z * rule_.rows + y) * rule_.columns + x]);
  }

  bool improve(const SeedPlace& at) const {
    const auto own = goal(at.z, at.y, at.x);
    const std::uint64_t before = rule_.squared(at, own.load(std::memory_order_relaxed));
    std::uint64_t least = before;
    for (const auto& [dz, dy, dx] : steps_) {
      const std::int64_t z = at.z + dz, y = at.y + dy, x = at.x + dx;
      if (z < 0 || y < 0 || x < 0 || z >= rule_.planes || y >= rule_.rows || x >= rule_.columns) continue;
      const std::int64_t offer = goal(z, y, x).load(std::memory_order_relaxed);
      const std::uint64_t squared = rule_.squared(at, offer);
      if (squared >= least) continue;
      least = squared;
      own.store(offer, std::memory_order_relaxed);
    }
    return least < before;
  }

  // The neighbouring tiles that share a face with a cell.
  [[nodiscard]] std::uint32_t seen_by(const SeedPlace& in_tile) const {
    std::uint32_t wakes = 0;
    for (const auto& [dz, dy, dx] : steps_) {
      const bool leaves = (dz != 0 && in_tile.z == (dz < 0 ? 0 : grid_.depth - 1)) ||
                          (dy != 0 && in_tile.y == (dy < 0 ? 0 : grid_.side - 1)) ||
                          (dx != 0 && in_tile.x == (dx < 0 ? 0 : grid_.side - 1));
      if (leaves) wakes |= 1u << towards(dz, dy, dx);
    }
    return wakes;
  }

  const NearestSeed& rule_;
  const TileGrid& grid_;
  const Buffer<std::int64_t>& goals_;
  std::vector<Step> steps_;
};

template <class T>
void find_goals(ConstImageView image, Goal goal, std::int64_t index, std::int64_t* goals) {
  const std::int64_t length = row_length(image.shape()), stride = row_stride(image);
  for (std::int64_t x = 0; x < length; ++x) {
    T value;
    std::memcpy(&value, row(image, index) + x * stride, sizeof value);
    goals[x] = (value == T{0}) == (goal == Goal::zero) ? index * length + x : -1;
  }
}

template <class T>
void write_row(const NearestSeed& rule, double unit, std::int64_t index, const std::int64_t* goals, std::byte* out) {
  for (std::int64_t x = 0; x < rule.columns; ++x)
    reinterpret_cast<T*>(out)[x] =
        goals[x] < 0 ? no_length<T>()
                     : length_of<T>(rule.squared({index / rule.rows, index % rule.rows, x}, goals[x]), unit);
}

}  // namespace

void nearest_seed(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
                  const DistanceTransformResults& results, const Tuning& tuning) {
  const NearestSeed rule(spec, image.shape());
  const TileGrid grid(image.shape(), tuning.tile ? tuning.tile : 32, 8);
  require_memory(on.scratch_memory, image.shape().count() * static_cast<std::int64_t>(sizeof(std::int64_t)));
  const Buffer<std::int64_t> goals(image.shape().count());
  const auto for_rows = [&](const auto& work) {
    for_ranges(on, row_count(image.shape()), std::max<std::int64_t>(1, (1 << 16) / rule.columns),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t r = begin; r < end; ++r) work(r, goals.data() + r * rule.columns);
               });
  };
  for_rows([&](std::int64_t r, std::int64_t* at) {
    with_type(image.dtype(), [&]<class T>(std::type_identity<T>) { find_goals<T>(image, spec.goal, r, at); });
  });
  SeedWork work(rule, grid, goals, image.rank());
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(on), grid.count()));
  run_wavefront(on, grid, workers, tuning.shuffle, work);
  for_rows([&](std::int64_t r, const std::int64_t* at) {
    const auto &lengths = results.lengths, &nearest = results.nearest;
    if (lengths)
      with_type(lengths->dtype(),
                [&]<class T>(std::type_identity<T>) { write_row<T>(rule, spec.unit, r, at, row(*lengths, r)); });
    if (nearest) std::memcpy(row(*nearest, r), at, static_cast<std::size_t>(rule.columns) * sizeof(std::int64_t));
  });
}

}  // namespace preamar::cpu
