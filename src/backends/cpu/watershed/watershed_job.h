// Data shared by the parts of the cpu backend's watershed. It labels a block; the ranks of its cells are computed in a
// field, which contains the block and cells around it. In memory, both are the whole image.
#pragma once

#include "backends/cpu/growing_array.h"
#include "backends/cpu/tuning.h"
#include "backends/cpu/watershed/frame.h"
#include "backends/cpu/watershed/rank.h"
#include "backends/cpu/workers.h"
#include "core/error_text.h"
#include "primitives/watershed_block.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace preamar::cpu {
using namespace primitives;

[[nodiscard]] inline Extent3 extent_of(const Shape& shape) {
  return {shape.rank() == 3 ? shape[0] : 1, shape[shape.rank() - 2], shape[shape.rank() - 1]};
}

// The layout of a field's ranks: walls all around, so that every cell has all its neighbours in memory.
struct FieldLayout {
  explicit FieldLayout(const Extent3& extent)
      : cells(extent),
        pad_planes(extent.planes > 1 ? 1 : 0),
        width(extent.columns + 2),
        plane(width * (extent.rows + 2)),
        count(plane * (extent.planes + 2 * pad_planes)) {}

  [[nodiscard]] std::int64_t index(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return (z + pad_planes) * plane + (y + 1) * width + x + 1;
  }

  Extent3 cells;
  int pad_planes;
  std::int64_t width, plane, count;
};

// The steps of a cell of the field, given by its index.
struct StepSeed {
  std::int64_t cell;
  std::uint64_t steps;
};

struct WatershedJob {
  WatershedJob(const Execution& execution, const WatershedSpec& watershed, const WatershedBlock& of, ImageView out,
               const Tuning& tuning);

  const Execution& on;
  const WatershedSpec& spec;
  ConstImageView image;  // of the field, like mask and markers
  std::optional<ConstImageView> mask;
  ConstImageView markers;
  ImageView labels;  // of the block; may be the markers
  Box block;
  Shape image_shape;
  Faces open;             // faces of the block that are not on the edge of the image
  Extent3 whole;          // extent of the image
  Extent3 inner, origin;  // the block's first cell in the field and in the image
  FieldLayout layout;
  TileGrid field, grid;         // tiles of the field and of the block
  Frame frame;                  // of a tile of the block
  std::vector<StepSeed> seeds;  // ascending

  // The cells of a row of a view from (z, y, x) on, in coordinates of the view.
  template <class T>
  [[nodiscard]] static T* cells_of(ConstImageView of, std::int64_t z, std::int64_t y, std::int64_t x) {
    const std::int64_t rows = of.shape()[of.rank() - 2];
    return reinterpret_cast<T*>(const_cast<std::byte*>(row(of, z * rows + y))) + x;
  }
  // The markers of a row of the block.
  template <class L>
  [[nodiscard]] const L* markers_at(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return cells_of<const L>(markers, inner.planes + z, inner.rows + y, inner.columns + x);
  }
  // The index of a cell of the block, in the block and in the field.
  [[nodiscard]] std::int64_t block_index(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return (z * grid.cells.rows + y) * grid.cells.columns + x;
  }
  [[nodiscard]] std::int64_t field_index(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return layout.index(inner.planes + z, inner.rows + y, inner.columns + x);
  }
  // The place of an edge from a cell of the block (see ForestEdge), by the position of its step in the frame's list.
  [[nodiscard]] std::uint64_t place(std::int64_t z, std::int64_t y, std::int64_t x, std::size_t step) const {
    const auto& [dz, dy, dx] = frame.steps[step];
    const std::int64_t cell = ((origin.planes + z) * whole.rows + origin.rows + y) * whole.columns + origin.columns + x;
    return static_cast<std::uint64_t>(cell) * 16 + step_number(dz, dy, dx);
  }
  // Whether a block's position along an axis (0 to 2: planes, rows, columns) is on an open face.
  [[nodiscard]] bool is_open(int axis, std::int64_t at, std::int64_t size) const {
    const int own = axis - (max_rank - block.rank());
    return own >= 0 && ((at == 0 && open.low(own)) || (at == size - 1 && open.high(own)));
  }
  // A position in the image, in coordinates of the block.
  [[nodiscard]] Extent3 in_block(const Coordinates& cell) const {
    Coordinates at{};
    const auto first = static_cast<std::size_t>(max_rank - block.rank());
    for (std::size_t i = first; i < max_rank; ++i) at[i] = cell[i - first] - block.origin[i - first];
    return {at[0], at[1], at[2]};
  }
  // Calls f(index in the frame, z, y) for the first cell of each row of a tile; z and y are positions in the block.
  template <class F>
  void for_rows(const TileBox& box, F f) const {
    cpu::for_rows(box, 0, 0, [&](std::int64_t z, std::int64_t y) {
      f(frame.index(z, y, 0), box.origin.planes + z, box.origin.rows + y);
    });
  }
  // Calls f(z, y, x) for each border cell of the block, in the order of BoxBorder.
  template <class F>
  void for_border(F f) const {
    BoxBorder(block, open.others()).for_each([&](const Coordinates& cell) {
      const Extent3 at = in_block(cell);
      f(at.planes, at.rows, at.columns);
    });
  }
  // The same for the cells around the block, in the order of BoxRing.
  template <class F>
  void for_ring(F f) const {
    BoxRing(block, image_shape).for_each([&](const Coordinates& cell) {
      const Extent3 at = in_block(cell);
      f(at.planes, at.rows, at.columns);
    });
  }
  // Copies the ranks of a tile of the block and of the cells around it.
  template <class K>
  void copy_frame(const TileBox& box, const K* ranks, K* to) const {
    cpu::for_rows(box, frame.halo_planes, frame.halo, [&](std::int64_t z, std::int64_t y) {
      const K* const from =
          ranks + field_index(box.origin.planes + z, box.origin.rows + y, box.origin.columns - frame.halo);
      std::copy_n(from, box.size.columns + 2 * frame.halo, to + frame.index(z, y, -frame.halo));
    });
  }
};

// Each worker creates a visitor by make() and calls it with one tile after another.
template <class Make>
void for_tiles(const WatershedJob& job, const TileGrid& grid, Make make) {
  std::atomic<std::int64_t> next{0};
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(job.on), grid.count()));
  run_workers(workers, [&](int) {
    auto visit = make();
    for (std::int64_t tile = next++; tile < grid.count(); tile = next++) {
      if (job.on.stop.stop_requested()) throw Error(ErrorKind::stopped, "watershed: stopped");
      visit(tile);
    }
  });
}

// Writes the rank of each cell of the field to `ranks`. Returns false if a plateau needs more steps than ranks.cap,
// unless the spec caps them there.
template <class T, class K>
bool find_ranks(const WatershedJob& job, const Ranks<K>& layout, K* ranks);

}  // namespace preamar::cpu
