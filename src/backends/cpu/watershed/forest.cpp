#include "backends/cpu/watershed/forest.h"

#include "core/dispatch.h"

#include <algorithm>

namespace preamar::cpu {

// The smallest edge of a cell leads to its smallest neighbour: among edges to neighbours that are not later the earlier
// rank decides, otherwise the later rank does, and both are the neighbour's. Of equal neighbours, the first in raster
// order has the first edge. Markers choose no edge, but adjacent markers with one label are one node.
template <class K>
template <class L>
void TileContraction<K>::choose_neighbours(const TileBox& box) {
  const auto left = static_cast<Number>(job_.frame.first_forward() - 1);
  job_.for_rows(box, [&](std::int64_t at, std::int64_t z, std::int64_t y) {
    Number* const goes = goes_.data() + at;
    rows_.least(ranks_.data() + at, box.size.columns, job_.frame.offsets, goes);
    const L* const markers = job_.markers_at<L>(z, y, box.origin.columns);
    for (std::int64_t x = 0; x < box.size.columns; ++x) {
      if (markers[x] == 0 || goes[x] == nothing()) continue;
      goes[x] = x > 0 && markers[x] == markers[x - 1] && goes[x - 1] != nothing() ? left : nowhere();
    }
  });
}

// Calls f(z, y, x) for the cells that have a neighbour in another tile or outside the block.
template <class K>
template <class F>
void TileContraction<K>::for_border(const TileBox& box, F f) const {
  const Extent3& all = job_.grid.cells;
  const auto cut = [&](int axis, std::int64_t at, std::int64_t size, std::int64_t origin, std::int64_t count) {
    return (at == 0 && origin > 0) || (at == size - 1 && origin + size < count) ||
           job_.is_open(axis, origin + at, count);
  };
  const auto cut_column = [&](std::int64_t x) { return cut(2, x, box.size.columns, box.origin.columns, all.columns); };
  cpu::for_rows(box, 0, 0, [&](std::int64_t z, std::int64_t y) {
    const std::int64_t last = box.size.columns - 1;
    if (cut(0, z, box.size.planes, box.origin.planes, all.planes) ||
        cut(1, y, box.size.rows, box.origin.rows, all.rows)) {
      for (std::int64_t x = 0; x <= last; ++x) f(z, y, x);
      return;
    }
    if (cut_column(0)) f(z, y, 0);
    if (last > 0 && cut_column(last)) f(z, y, last);
  });
}

// Border cells of the block that are not markers choose no edge: they are roots.
template <class K>
template <class L>
void TileContraction<K>::root_border(const TileBox& box) {
  const Extent3& all = job_.grid.cells;
  job_.for_rows(box, [&](std::int64_t at, std::int64_t z, std::int64_t y) {
    const L* const markers = job_.markers_at<L>(z, y, box.origin.columns);
    const auto make_root = [&](std::int64_t x) {
      Number& goes = goes_[at + x];
      if (markers[x] == 0 && goes != nothing()) goes = nowhere();
    };
    const std::int64_t last = box.size.columns - 1;
    if (job_.is_open(0, z, all.planes) || job_.is_open(1, y, all.rows)) {
      for (std::int64_t x = 0; x <= last; ++x) make_root(x);
      return;
    }
    if (job_.is_open(2, box.origin.columns, all.columns)) make_root(0);
    if (job_.is_open(2, box.origin.columns + last, all.columns)) make_root(last);
  });
}

// If a cell chooses a cell of another tile, that edge is left for later.
template <class K>
void TileContraction<K>::stay_inside(const TileBox& box) {
  for_border(box, [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    Number& goes = goes_[job_.frame.index(z, y, x)];
    if (goes >= nowhere()) return;
    const auto& [dz, dy, dx] = job_.frame.steps[static_cast<std::size_t>(goes)];
    const auto within = [](std::int64_t at, std::int64_t size) { return at >= 0 && at < size; };
    if (!within(z + dz, box.size.planes) || !within(y + dy, box.size.rows) || !within(x + dx, box.size.columns))
      goes = nowhere();
  });
}

// Roots are the cells that choose none, and the lower of two that choose each other.
template <class K>
template <class L>
void TileContraction<K>::number_components(const TileBox& box) {
  labels_.clear();
  graph_.kinds.clear();
  job_.for_rows(box, [&](std::int64_t at, std::int64_t z, std::int64_t y) {
    const Number* const goes = goes_.data() + at;
    for (std::int64_t x = 0; x < box.size.columns; ++x) {
      const bool some = goes[x] < nowhere();
      const std::int64_t to = at + x + job_.frame.offsets[some ? static_cast<std::size_t>(goes[x]) : 0];
      up_[at + x] = some ? static_cast<std::uint32_t>(to) : wall;
    }
    const L* const markers = job_.markers_at<L>(z, y, box.origin.columns);
    const std::int64_t count = rows_.roots(goes, box.size.columns, job_.frame.offsets, row_.data());
    for (std::int64_t i = 0; i < count; ++i) {
      const L marker = markers[row_[i]];
      up_[at + row_[i]] = numbered | static_cast<std::uint32_t>(labels_.size());
      labels_.push(marker);
      graph_.kinds.push(marker ? NodeKind::marked : NodeKind::free);
    }
  });
}

template <class K>
void TileContraction<K>::follow(const TileBox& box) {
  job_.for_rows(box, [&](std::int64_t at, std::int64_t, std::int64_t) {
    for (std::int64_t cell = at; cell < at + box.size.columns; ++cell) {
      std::uint32_t root = up_[cell];
      while (!(root & numbered)) root = up_[root];
      for (std::uint32_t next = up_[cell], here = static_cast<std::uint32_t>(cell); !(next & numbered);) {
        up_[here] = root;
        here = next;
        next = up_[here];
      }
    }
  });
}

// Components that touch another tile or the border of the block have edges that this tile does not know.
template <class K>
void TileContraction<K>::border_components(const TileBox& box) {
  for_border(box, [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    const std::int64_t at = job_.frame.index(z, y, x);
    if (up_[at] == wall || graph_.kinds[component(at)] == NodeKind::marked) return;
    graph_.kinds[component(at)] = NodeKind::open;
  });
}

template <class K>
void TileContraction<K>::collect_edges(const TileBox& box) {
  graph_.edges.clear();
  const std::size_t first = job_.frame.first_forward();
  job_.for_rows(box, [&](std::int64_t at, std::int64_t, std::int64_t) {
    for (std::size_t k = first; k < job_.frame.offsets.size(); ++k) {
      const std::int64_t offset = job_.frame.offsets[k];
      const std::int64_t count = differing(up_.data() + at, box.size.columns, offset, wall, row_.data());
      auto* const to = graph_.edges.reserve(count);
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t p = at + row_[i], q = p + offset;
        const auto place = static_cast<std::uint32_t>(static_cast<std::size_t>(p) * 16 + k - first);
        to[i] = {Key(ranks_[p], ranks_[q], place), component(p), component(q)};
      }
      graph_.edges.extend(count);
    }
  });
}

// Trees that are not free become parts. Free trees reach neither a marker nor another tile.
template <class K>
void TileContraction<K>::number_parts() {
  part_of_.resize(graph_.kinds.size());
  names_.clear();
  for (std::int64_t c = 0; c < graph_.kinds.size(); ++c) {
    part_of_[c] = no_part;
    if (graph_.kinds[c] == NodeKind::free || graph_.tree(static_cast<std::uint32_t>(c)) != c) continue;
    part_of_[c] = static_cast<std::uint32_t>(names_.size());
    names_.push(labels_[c]);
  }
  for (std::int64_t c = 0; c < graph_.kinds.size(); ++c)
    part_of_[c] = part_of_[graph_.tree(static_cast<std::uint32_t>(c))];
}

// Keeps only the edges between parts that are in a minimum spanning forest, with all marked parts as one node.
template <class K>
void TileContraction<K>::reduce_edges() {
  constexpr std::uint32_t marked = 0;
  const auto node = [&](std::uint32_t component) {
    const std::uint32_t part = part_of_[component];
    return names_[part] ? marked : part + 1;
  };
  between_.kinds.resize(names_.size() + 1);
  std::fill_n(between_.kinds.begin(), between_.kinds.size(), NodeKind::free);
  between_.edges.clear();
  for (const auto& edge : graph_.edges) between_.edges.push({edge.key, node(edge.a), node(edge.b)});
  kept_.clear();
  between_.run([&](const Key& key) { kept_.push(key.where()); });
}

template <class K>
void TileContraction<K>::store(const TileBox& box, std::int64_t tile) {
  job_.for_rows(box, [&](std::int64_t at, std::int64_t z, std::int64_t y) {
    std::uint32_t* const to = forest_.parts.data() + job_.block_index(z, y, box.origin.columns);
    for (std::int64_t x = 0; x < box.size.columns; ++x)
      to[x] = up_[at + x] == wall ? no_part : part_of_[component(at + x)];
  });
  const Frame& frame = job_.frame;
  const std::lock_guard lock(forest_.mutex);
  const std::int64_t base = forest_.base[tile] = forest_.names.size();
  forest_.names.append({names_.begin(), names_.end()});
  for (const std::uint32_t place : kept_) {
    const std::int64_t p = place / 16;
    const std::size_t step = frame.first_forward() + place % 16;
    const std::int64_t q = p + frame.offsets[step];
    const std::int64_t z = p / frame.plane - frame.halo_planes, y = p % frame.plane / frame.width - frame.halo,
                       x = p % frame.width - frame.halo;
    const std::uint64_t where = job_.place(box.origin.planes + z, box.origin.rows + y, box.origin.columns + x, step);
    forest_.edges.push({{ranks_[p], ranks_[q], where}, base + part_of_[component(p)], base + part_of_[component(q)]});
  }
}

template <class K>
void TileContraction<K>::run(std::int64_t tile) {
  const TileBox box(job_.grid, tile);
  job_.copy_frame(box, forest_.ranks, ranks_.data());
  std::fill_n(up_.data(), up_.count(), wall);
  with_bits(job_.markers.dtype(), [&]<class L>(std::type_identity<L>) {
    choose_neighbours<L>(box);
    root_border<L>(box);
    stay_inside(box);
    number_components<L>(box);
  });
  follow(box);
  border_components(box);
  collect_edges(box);
  graph_.run([](const Key&) {});
  number_parts();
  reduce_edges();
  store(box, tile);
}

template class TileContraction<std::uint16_t>;
template class TileContraction<std::uint32_t>;
template class TileContraction<std::uint64_t>;
template class TileContraction<WideRank>;

}  // namespace preamar::cpu
