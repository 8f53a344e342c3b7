// Writes the labels of a block from the names of the nodes of its forest.
#pragma once

#include "backends/cpu/watershed/forest.h"
#include "core/dispatch.h"
#include "core/progress.h"

#include <span>

namespace preamar::cpu {

template <class L, class K>
void write_labels(const WatershedJob& job, const Forest<K>& forest, std::int64_t tile) {
  const TileBox box(job.grid, tile);
  const std::uint64_t* const names = forest.names.begin() + forest.base[tile];
  job.for_rows(box, [&](std::int64_t, std::int64_t z, std::int64_t y) {
    const std::uint32_t* const parts = forest.parts.data() + job.block_index(z, y, box.origin.columns);
    L* const to = job.cells_of<L>(job.labels, z, y, box.origin.columns);
    for (std::int64_t x = 0; x < box.size.columns; ++x)
      to[x] = parts[x] == no_part ? L{0} : static_cast<L>(names[parts[x]]);
  });
}

// The labels of a tile and of the cells around it. Labels are read from the forest, so no tile depends on what another
// has written. `ring` holds the labels around the block.
template <class K>
void frame_labels(const WatershedJob& job, const Forest<K>& forest, const TileBox& box,
                  std::span<const std::uint64_t> ring, std::uint64_t* to) {
  const BoxRing around(job.block, job.image_shape);
  const Extent3& all = job.grid.cells;
  const auto first = static_cast<std::size_t>(max_rank - job.block.rank());
  const auto label_at = [&](std::int64_t z, std::int64_t y, std::int64_t x) -> std::uint64_t {
    if (z >= 0 && y >= 0 && x >= 0 && z < all.planes && y < all.rows && x < all.columns) {
      const std::int64_t node = forest.node(job.grid, z, y, x);
      return node < 0 ? 0 : forest.names[node];
    }
    const Coordinates at{z, y, x};
    Coordinates cell{};
    for (std::size_t i = first; i < max_rank; ++i) {
      cell[i - first] = job.block.origin[i - first] + at[i];
      if (cell[i - first] < 0 || cell[i - first] >= job.image_shape[static_cast<int>(i - first)]) return 0;
    }
    return ring.empty() ? 0 : ring[static_cast<std::size_t>(around.index(cell))];
  };
  for_rows(box, job.frame.halo_planes, 1, [&](std::int64_t z, std::int64_t y) {
    std::uint64_t* const at = to + job.frame.index(z, y, 0);
    for (std::int64_t x = -1; x <= box.size.columns; ++x)
      at[x] = label_at(box.origin.planes + z, box.origin.rows + y, box.origin.columns + x);
  });
}

// A cell is on the line if it is next to an earlier cell of another label.
template <class L, class K>
void write_lines(const WatershedJob& job, const Forest<K>& forest, std::int64_t tile,
                 std::span<const std::uint64_t> ring) {
  const TileBox box(job.grid, tile);
  Buffer<K> ranks(job.frame.count);
  Buffer<std::uint64_t> labels(job.frame.count);
  job.copy_frame(box, forest.ranks, ranks.data());
  frame_labels(job, forest, box, ring, labels.data());
  const std::size_t forward = job.frame.first_forward();
  job.for_rows(box, [&](std::int64_t at, std::int64_t z, std::int64_t y) {
    const L* const markers = job.markers_at<L>(z, y, box.origin.columns);
    L* const to = job.cells_of<L>(job.labels, z, y, box.origin.columns);
    for (std::int64_t x = 0; x < box.size.columns; ++x) {
      const std::int64_t cell = at + x;
      bool line = false;
      for (std::size_t k = 0; k < job.frame.offsets.size(); ++k) {
        const std::int64_t other = cell + job.frame.offsets[k];
        const bool earlier = k < forward ? ranks[other] <= ranks[cell] : ranks[other] < ranks[cell];
        line |= earlier && labels[other] != 0 && labels[other] != labels[cell];
      }
      const bool marker = markers[x] != 0 && ranks[cell] != Ranks<K>::wall;
      to[x] = line && !marker ? L{0} : static_cast<L>(labels[cell]);
    }
  });
}

// `on` reports the progress.
template <class K>
void write_block(const Execution& on, const WatershedJob& job, const Forest<K>& forest,
                 std::span<const std::uint64_t> ring) {
  with_bits(job.labels.dtype(), [&]<class L>(std::type_identity<L>) {
    for_told_ranges(on, job.grid.count(), 1, [&](std::int64_t tile, std::int64_t) {
      job.spec.line ? write_lines<L>(job, forest, tile, ring) : write_labels<L>(job, forest, tile);
    });
  });
}

}  // namespace preamar::cpu
