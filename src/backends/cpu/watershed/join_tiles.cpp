// Joins the contracted tiles of a block.
#include "backends/cpu/watershed/forest.h"

#include <algorithm>

namespace preamar::cpu {
namespace {

// Adds the edges from the cells of a tile to later tiles of the block.
template <class K>
void add_seams(const WatershedJob& job, Forest<K>& forest, std::int64_t tile) {
  const TileGrid& grid = job.grid;
  const TileBox box(grid, tile);
  const Extent3& origin = box.origin;
  GrowingArray<GraphEdge<typename Forest<K>::Key, std::int64_t>> found;
  const auto is_beyond = [](std::int64_t at, std::int64_t size) { return at < 0 || at >= size; };
  const auto visit = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    const std::int64_t a = forest.node(grid, origin.planes + z, origin.rows + y, origin.columns + x);
    if (a < 0) return;
    for (std::size_t k = job.frame.first_forward(); k < job.frame.steps.size(); ++k) {
      const auto& [dz, dy, dx] = job.frame.steps[k];
      if (!is_beyond(z + dz, box.size.planes) && !is_beyond(y + dy, box.size.rows) &&
          !is_beyond(x + dx, box.size.columns))
        continue;
      const std::int64_t qz = origin.planes + z + dz, qy = origin.rows + y + dy, qx = origin.columns + x + dx;
      if (is_beyond(qz, grid.cells.planes) || is_beyond(qy, grid.cells.rows) || is_beyond(qx, grid.cells.columns))
        continue;
      const std::int64_t b = forest.node(grid, qz, qy, qx);
      if (b < 0 || (forest.names[a] && forest.names[b])) continue;
      const std::int64_t pz = origin.planes + z, py = origin.rows + y, px = origin.columns + x;
      found.push({{forest.ranks[job.field_index(pz, py, px)], forest.ranks[job.field_index(qz, qy, qx)],
                   job.place(pz, py, px, k)},
                  a,
                  b});
    }
  };
  // At the first plane of a tile no forward step leaves the tile.
  const bool last_planes = origin.planes + box.size.planes == grid.cells.planes;
  for_rows(box, 0, 0, [&](std::int64_t z, std::int64_t y) {
    const bool whole = (z == box.size.planes - 1 && !last_planes) || y == box.size.rows - 1 || y == 0;
    const std::int64_t stride = whole ? 1 : std::max<std::int64_t>(box.size.columns - 1, 1);
    for (std::int64_t x = 0; x < box.size.columns; x += stride) visit(z, y, x);
  });
  const std::lock_guard lock(forest.mutex);
  forest.edges.append({found.begin(), found.end()});
}

}  // namespace

template <class K>
typename Forest<K>::Graph join_tiles(const WatershedJob& job, Forest<K>& forest) {
  for_ranges(job.on, job.grid.count(), 1, [&](std::int64_t tile, std::int64_t) { add_seams(job, forest, tile); });
  typename Forest<K>::Graph graph;
  graph.kinds.resize(forest.names.size());
  for (std::int64_t node = 0; node < forest.names.size(); ++node)
    graph.kinds[node] = forest.names[node] ? NodeKind::marked : NodeKind::free;
  job.for_border([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    const std::int64_t node = forest.node(job.grid, z, y, x);
    if (node >= 0 && !forest.names[node]) graph.kinds[node] = NodeKind::open;
  });
  graph.edges = std::move(forest.edges);
  graph.run([](const auto&) {});
  return graph;
}

template Forest<std::uint16_t>::Graph join_tiles(const WatershedJob&, Forest<std::uint16_t>&);
template Forest<std::uint32_t>::Graph join_tiles(const WatershedJob&, Forest<std::uint32_t>&);
template Forest<std::uint64_t>::Graph join_tiles(const WatershedJob&, Forest<std::uint64_t>&);
template Forest<WideRank>::Graph join_tiles(const WatershedJob&, Forest<WideRank>&);

}  // namespace preamar::cpu
