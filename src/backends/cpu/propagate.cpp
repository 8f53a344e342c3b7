#include "backends/cpu/propagate.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/flood/flood.h"
#include "backends/cpu/geodesic/geodesic.h"
#include "backends/cpu/wavefront.h"
#include "backends/cpu/workers.h"
#include "core/error_text.h"
#include "core/require.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace preamar::cpu {
namespace {

template <class T>
typename FloodJob<T>::Cells cells_of(ConstImageView image) {
  const int rank = image.rank();
  return {static_cast<const std::byte*>(image.data()), rank == 3 ? image.stride(0) : 0, image.stride(rank - 2)};
}

template <class T>
class FloodWork final : public TileWork {
 public:
  FloodWork(const FloodJob<T>& job, const FloodFunctions<T>& functions, int workers)
      : job_(job), functions_(functions) {
    for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(functions.scratch_bytes(job.grid.depth));
  }
  std::uint32_t visit(std::int64_t tile, int worker) override {
    return functions_.visit(job_, tile, scratch_[static_cast<std::size_t>(worker)].data());
  }
  void expect(std::int64_t tile) override { functions_.prefetch(job_, tile); }

 private:
  const FloodJob<T>& job_;
  const FloodFunctions<T>& functions_;
  std::vector<Buffer<std::byte>> scratch_;  // one per worker
};

template <class T>
void flood(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit, ImageView state,
           const Tuning& tuning) {
  const TileSize size = tile_size(sizeof(T), limit.rank());
  const FloodFunctions<T> functions = flood_functions<T>(tuning.tile ? tuning.tile : size.side);
  const std::int64_t planes = limit.rank() == 3 ? limit.shape()[0] : 1;
  const TileGrid grid(limit.shape(), functions.side, static_cast<int>(std::min<std::int64_t>(size.depth, planes)));
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(on), grid.count()));
  require_memory(on.scratch_memory,
                 2 * Edges<T>::bytes(grid) + workers * functions.scratch_bytes(grid.depth) + grid.count() * 10);

  const Edges<T> levels(grid), limits(grid);
  std::vector<std::atomic<TileKind>> kinds(static_cast<std::size_t>(grid.count()));  // all `unseen`
  const FloodJob<T> job{grid,
                        Keys<T>(limit.dtype(), spec.order),
                        spec.connectivity,
                        cells_of<T>(seed),
                        cells_of<T>(limit),
                        cells_of<T>(state),
                        levels,
                        limits,
                        kinds.data()};

  for_ranges(on, grid.count(), 64, [&](std::int64_t begin, std::int64_t end) { levels.clear(begin, end); });
  FloodWork<T> work(job, functions, workers);
  const std::int64_t visits = run_wavefront(on, grid, workers, tuning.shuffle, work);
  for_ranges(on, grid.count(), 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t tile = begin; tile < end; ++tile)
      if (kinds[static_cast<std::size_t>(tile)] == TileKind::plain) functions.write_plain(job, tile);
  });
  if (on.log)
    on.log(text("propagate: ", workers, " threads, ", instruction_set(), ", tiles of ", grid.depth, "x", grid.side, "x",
                grid.side, ", ", grid.count(), " tiles, ", visits, " visits"));
}

}  // namespace

void propagate(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
               ImageView state, const Tuning& tuning) {
  if (spec.rule == Rule::geodesic) return geodesic(on, spec, seed, limit, state, tuning);
  switch (size_of(limit.dtype())) {
    case 1:
      return flood<std::uint8_t>(on, spec, seed, limit, state, tuning);
    case 2:
      return flood<std::uint16_t>(on, spec, seed, limit, state, tuning);
    case 4:
      return flood<std::uint32_t>(on, spec, seed, limit, state, tuning);
    default:
      return flood<std::uint64_t>(on, spec, seed, limit, state, tuning);
  }
}

void propagate(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
               ImageView state) {
  propagate(on, spec, seed, limit, state, {});
}

}  // namespace preamar::cpu
