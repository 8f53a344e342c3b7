#include "backends/cpu/watershed/watershed.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/watershed/forest.h"
#include "core/dispatch.h"
#include "core/progress.h"
#include "core/require.h"

#include <algorithm>

namespace preamar::cpu {
namespace {

// The label of every node.
template <class K>
void join_tiles(const WatershedJob& job, Forest<K>& forest) {
  for_ranges(job.on, job.grid.count(), 1, [&](std::int64_t tile, std::int64_t) { add_seams(job, forest, tile); });
  Contraction<typename Forest<K>::Key, std::int64_t> graph;
  graph.kinds.resize(forest.names.size());
  for (std::int64_t node = 0; node < forest.names.size(); ++node)
    graph.kinds[node] = forest.names[node] ? NodeKind::marked : NodeKind::free;
  graph.edges = std::move(forest.edges);
  graph.run([](const auto&) {});
  for (std::int64_t node = 0; node < forest.names.size(); ++node) forest.names[node] = forest.names[graph.tree(node)];
}

template <class K>
std::uint64_t label_at(const Forest<K>& forest, std::int64_t tile, std::int64_t cell) {
  const std::uint32_t part = forest.parts[cell];
  return part == no_part ? 0 : forest.names[forest.base[tile] + part];
}

template <class L, class K>
void write_labels(const WatershedJob& job, const Forest<K>& forest, std::int64_t tile) {
  const TileBox box(job.grid, tile);
  const std::uint64_t* const names = forest.names.begin() + forest.base[tile];
  job.for_rows(box, [&](std::int64_t, std::int64_t image_row) {
    const std::uint32_t* const parts = forest.parts.data() + image_row * job.grid.cells.columns + box.origin.columns;
    L* const to = job.cells_of<L>(job.labels, image_row, box.origin.columns);
    for (std::int64_t x = 0; x < box.size.columns; ++x)
      to[x] = parts[x] == no_part ? L{0} : static_cast<L>(names[parts[x]]);
  });
}

// A cell is on the line if it is next to an earlier cell of another label. Labels are read from the forest, so no tile
// depends on what another has written.
template <class L, class K>
void write_lines(const WatershedJob& job, const Forest<K>& forest, std::int64_t tile) {
  const TileBox box(job.grid, tile);
  Buffer<K> ranks(job.frame.count);
  Buffer<std::uint64_t> labels(job.frame.count);
  job.copy_frame(box, forest.ranks, Ranks<K>::wall, ranks.data());
  fill_frame(job.grid, box, job.frame, std::uint64_t{0}, labels.data(), [&](const FrameRow& part, std::uint64_t* at) {
    const std::int64_t z = part.image_row / job.grid.cells.rows, y = part.image_row % job.grid.cells.rows;
    const std::int64_t tiles = (z / job.grid.depth * job.grid.tiles.rows + y / job.grid.side) * job.grid.tiles.columns;
    for (std::int64_t x = 0; x < part.count; ++x)
      at[x] = label_at(forest, tiles + (part.first + x) / job.grid.side,
                       part.image_row * job.grid.cells.columns + part.first + x);
  });
  const std::size_t forward = job.frame.first_forward();
  job.for_rows(box, [&](std::int64_t at, std::int64_t image_row) {
    L* const to = job.cells_of<L>(job.labels, image_row, box.origin.columns);
    for (std::int64_t x = 0; x < box.size.columns; ++x) {
      const std::int64_t cell = at + x;
      bool line = false;
      for (std::size_t k = 0; k < job.frame.offsets.size(); ++k) {
        const std::int64_t other = cell + job.frame.offsets[k];
        const bool earlier = k < forward ? ranks[other] <= ranks[cell] : ranks[other] < ranks[cell];
        line |= earlier && labels[other] != 0 && labels[other] != labels[cell];
      }
      const bool marker = to[x] != 0 && ranks[cell] != Ranks<K>::wall;
      to[x] = line && !marker ? L{0} : static_cast<L>(labels[cell]);
    }
  });
}

template <class T, class K>
bool run(const WatershedJob& job, int step_bits) {
  const std::int64_t count = job.image.shape().count();
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(job.on), job.grid.count()));
  require_memory(job.on.scratch_memory, count * static_cast<std::int64_t>(sizeof(K) + 4) +
                                            workers * job.frame.count * static_cast<std::int64_t>(sizeof(K) + 4));
  Ranks<K> layout{step_bits, Ranks<K>::highest_cap(step_bits)};
  if (job.spec.plateau >= 0) layout.cap = std::min(layout.cap, static_cast<std::uint64_t>(job.spec.plateau));
  Buffer<K> ranks(count);
  if (!find_ranks<T>(job, layout, ranks.data())) return false;
  const auto tell = [&](double part) {
    if (job.on.progress) job.on.progress(part);
  };
  Forest<K> forest(job, ranks.data());
  tell(0.4);
  for_tiles(job, [&] { return [own = TileContraction<K>(job, forest)](std::int64_t tile) mutable { own.run(tile); }; });
  tell(0.8);
  const std::int64_t nodes = forest.names.size(), edges = forest.edges.size();
  join_tiles(job, forest);
  with_bits(job.labels.dtype(), [&]<class L>(std::type_identity<L>) {
    for_told_ranges(part_of(job.on, 0.8, 1), job.grid.count(), 1, [&](std::int64_t tile, std::int64_t) {
      job.spec.line ? write_lines<L>(job, forest, tile) : write_labels<L>(job, forest, tile);
    });
  });
  if (job.on.log)
    job.on.log(text("watershed: ", workers, " threads, ", job.grid.count(), " tiles of ", job.grid.depth, "x",
                    job.grid.side, "x", job.grid.side, ", ranks of ", sizeof(K), " bytes, ", nodes, " parts and ",
                    edges, " edges between them"));
  return true;
}

}  // namespace

void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& mask, ImageView labels, const Tuning& tuning) {
  const bool deep = image.rank() == 3 && image.shape()[0] > 1;
  const int side = tuning.tile ? tuning.tile : deep ? 64 : 256;
  const TileGrid grid(image.shape(), side, side);
  const WatershedJob job{on, spec, image, mask, labels, grid, Frame(grid, spec.connectivity, 1)};
  // Plateaus too deep for narrow ranks are rare; then start again with wider ranks.
  switch (size_of(image.dtype())) {
    case 1:
      if (run<std::uint8_t, std::uint16_t>(job, 8) || run<std::uint8_t, std::uint32_t>(job, 24)) return;
      run<std::uint8_t, std::uint64_t>(job, 56);
      return;
    case 2:
      if (run<std::uint16_t, std::uint32_t>(job, 16)) return;
      run<std::uint16_t, std::uint64_t>(job, 48);
      return;
    case 4:
      if (run<std::uint32_t, std::uint64_t>(job, 32)) return;
      run<std::uint32_t, WideRank>(job, 64);
      return;
    default:
      run<std::uint64_t, WideRank>(job, 64);
  }
}

void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& mask, ImageView labels) {
  watershed(on, spec, image, mask, labels, {});
}

}  // namespace preamar::cpu
