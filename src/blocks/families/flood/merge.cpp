#include "blocks/families/flood/merge.h"

#include "blocks/families/flood/border_graph.h"
#include "blocks/families/flood/flood_keys.h"
#include "blocks/families/flood/radix_sort.h"
#include "blocks/families/flood/records.h"
#include "blocks/families/flood/seam_cells.h"
#include "core/assert.h"
#include "core/box_border.h"

namespace preamar::blocks {
namespace {

// Calls visit(index) for each border cell of a region: its index in the joined border, or no_cell if it leaves it.
template <class Visit>
void for_each_border_cell(const BoxBorder& part, const BoxBorder& joined, const Visit& visit) {
  part.for_each([&](const Coordinates& cell) {
    visit(joined.holds(cell) ? static_cast<std::uint32_t>(joined.index(cell)) : no_cell);
  });
}

template <class K>
class Merge {
 public:
  Merge(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high)
      : low_border_(seam.low, operation.image),
        high_border_(seam.high, operation.image),
        joined_border_(seam.joined, operation.image),
        low_(low, low_border_.count()),
        high_(high, high_border_.count()),
        cells_(static_cast<std::size_t>(low_border_.count() + high_border_.count())),
        seam_(seam, low_border_, high_border_,
              form_of(operation).spec(operation.inputs, operation.options).connectivity) {
    PREAMAR_ASSERT(seam.low.end(seam.axis) == seam.high.begin(seam.axis), "the regions of a seam touch, low first");
    if (cells_ >= INT32_MAX)
      throw Error(ErrorKind::resource, text("two regions of ", seam.joined.shape.text(), " have ", cells_,
                                            " border cells, more than 32 bits can number; give larger blocks"));
  }

  [[nodiscard]] Merged merged() {
    BorderGraph<K> graph(levels_with_offers(), joined_indices());
    join_all(graph);
    graph.settle();
    return result(graph);
  }

 private:
  [[nodiscard]] K limit(std::size_t n) const {
    return n < low_.limits.size() ? low_.limits[n] : high_.limits[n - low_.limits.size()];
  }
  [[nodiscard]] K level(std::size_t n) const {
    return n < low_.levels.size() ? low_.levels[n] : high_.levels[n - low_.levels.size()];
  }

  [[nodiscard]] std::vector<std::uint32_t> joined_indices() const {
    std::vector<std::uint32_t> indices;
    indices.reserve(cells_);
    const auto add = [&](std::uint32_t index) { indices.push_back(index); };
    for_each_border_cell(low_border_, joined_border_, add);
    for_each_border_cell(high_border_, joined_border_, add);
    return indices;
  }

  // Each cell on the seam takes the offers of its neighbours on the other side: one step of the flood.
  [[nodiscard]] std::vector<K> levels_with_offers() const {
    std::vector<K> levels(cells_);
    for (std::size_t n = 0; n < cells_; ++n) levels[n] = level(n);
    for (std::int64_t cell = 0; cell < 2 * seam_.size(); ++cell) {
      K& here = levels[seam_.number(cell)];
      const K most = limit(seam_.number(cell));
      seam_.for_each_neighbour(
          cell, [&](std::int64_t other) { here = std::max(here, std::min(most, level(seam_.number(other)))); });
    }
    return levels;
  }

  // Cells on the seam that were below their limits before the merge. Full cells have already offered all that can pass
  // through them. The regions' own edges must all stay: they stand for paths that may avoid their end cells.
  [[nodiscard]] std::vector<std::uint32_t> open_cells() const {
    std::vector<std::uint32_t> open;
    open.reserve(static_cast<std::size_t>(2 * seam_.size()));
    for (std::int64_t cell = 0; cell < 2 * seam_.size(); ++cell)
      if (level(seam_.number(cell)) < limit(seam_.number(cell))) open.push_back(static_cast<std::uint32_t>(cell));
    return open;
  }

  // The edges of both regions and of the seam in descending order of width. The width of an edge over the seam is the
  // lower limit of its two cells. So cells are visited in descending order of limit, and an edge is emitted with its
  // second cell.
  void join_all(BorderGraph<K>& graph) const {
    const auto limit_at = [&](std::uint32_t cell) { return limit(seam_.number(cell)); };
    std::vector<bool> has_come(static_cast<std::size_t>(2 * seam_.size()));
    std::size_t low_next = 0, high_next = 0;
    for (const std::uint32_t cell : radix_sorted_descending<K>(open_cells(), limit_at)) {
      const K width = limit_at(cell);
      join_down_to(width, graph, low_next, high_next);
      has_come[cell] = true;
      seam_.for_each_neighbour(cell, [&](std::int64_t other) {
        if (has_come[static_cast<std::size_t>(other)]) graph.join(seam_.number(cell), seam_.number(other), width);
      });
    }
    join_down_to(0, graph, low_next, high_next);
  }

  // Joins the edges of both regions that are at least as wide.
  void join_down_to(K width, BorderGraph<K>& graph, std::size_t& low_next, std::size_t& high_next) const {
    const auto low_cells = static_cast<std::uint32_t>(low_border_.count());
    while (true) {
      const bool has_low = low_next < low_.widths.size() && low_.widths[low_next] >= width;
      const bool has_high = high_next < high_.widths.size() && high_.widths[high_next] >= width;
      if (has_low && (!has_high || low_.widths[low_next] >= high_.widths[high_next]))
        join_edge(graph, low_, low_next++, 0);
      else if (has_high)
        join_edge(graph, high_, high_next++, low_cells);
      else
        return;
    }
  }

  void join_edge(BorderGraph<K>& graph, const RegionSummary<K>& part, std::size_t edge, std::uint32_t first) const {
    const std::uint32_t a = part.a[edge], b = part.b[edge];
    if (a >= part.limits.size() || b >= part.limits.size())
      throw Error(ErrorKind::io, "a record of a flood names a border cell that is not there");
    graph.join(first + a, first + b, part.widths[edge]);
  }

  [[nodiscard]] Merged result(const BorderGraph<K>& graph) const {
    const auto staying = static_cast<std::size_t>(joined_border_.count());
    std::vector<K> limits(staying), levels(staying);
    LeavingCells<K> leaving;
    leaving.reserve(cells_ - staying);
    std::size_t n = 0;
    const auto part = [&](std::uint32_t index) {
      if (index == no_cell)
        leaving.add(graph.level(n), graph.width(n), graph.terminal(n));
      else
        limits[index] = limit(n), levels[index] = graph.level(n);
      ++n;
    };
    for_each_border_cell(low_border_, joined_border_, part);
    for_each_border_cell(high_border_, joined_border_, part);
    return {summary_bytes<K>(low_.constant.with(high_.constant), limits, levels, graph.forest()), leaving.bytes()};
  }

  BoxBorder low_border_, high_border_, joined_border_;
  RegionSummary<K> low_, high_;
  std::size_t cells_;
  SeamCells seam_;
};

// The lists in memory: summaries, the graph, and either its joins and the seam, or the results.
template <class K>
std::int64_t merge_bytes(const Operation& operation, const Seam& seam) {
  constexpr std::int64_t key = sizeof(K), edge = 8 + key, record = 4 + 2 * key;
  const std::int64_t cells =
      BoxBorder(seam.low, operation.image).count() + BoxBorder(seam.high, operation.image).count();
  const std::int64_t staying = BoxBorder(seam.joined, operation.image).count();
  const std::int64_t face = seam.joined.shape.count() / seam.joined.shape[seam.axis];
  const std::int64_t in = cells * (2 * key + edge);
  const std::int64_t graph = cells * BorderGraph<K>::cell_bytes() + staying * edge;
  const std::int64_t joins = cells * BorderGraph<K>::join_bytes() + 2 * face * 13;
  const std::int64_t out = staying * (4 * key + edge) + (cells - staying) * 2 * record;
  return in + graph + std::max(joins, out);
}

template <class K>
std::pair<Bytes, Bytes> split(const Operation& operation, const Seam& seam, const Bytes& merge_record,
                              const Bytes& border_result) {
  const BoxBorder joined(seam.joined, operation.image);
  const BorderResultView<K> final(border_result, joined.count());
  const LeavingCellsView<K> leaving(merge_record);
  std::size_t left = 0;
  const auto result_for = [&](const Box& box) {
    const BoxBorder border(box, operation.image);
    std::vector<K> levels;
    levels.reserve(static_cast<std::size_t>(border.count()));
    for_each_border_cell(border, joined, [&](std::uint32_t index) {
      if (index != no_cell) return levels.push_back(final.levels[index]);
      if (left == leaving.levels.size()) throw Error(ErrorKind::io, "a record of a flood has too few cells that left");
      const std::uint32_t terminal = leaving.terminals[left];
      const K level = leaving.levels[left];
      levels.push_back(terminal < final.levels.size()
                           ? std::max(level, std::min(leaving.widths[left], final.levels[terminal]))
                           : level);
      ++left;
    });
    return border_result_bytes<K>(final.is_constant, levels);
  };
  Bytes low = result_for(seam.low);
  return {std::move(low), result_for(seam.high)};
}

}  // namespace

Merged merge_floods(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high) {
  return with_key_type(operation,
                       [&]<class K>(std::type_identity<K>) { return Merge<K>(operation, seam, low, high).merged(); });
}

std::int64_t merge_floods_bytes(const Operation& operation, const Seam& seam) {
  return with_key_type(operation, [&]<class K>(std::type_identity<K>) { return merge_bytes<K>(operation, seam); });
}

Bytes finish_flood_root(const Operation& operation, const Bytes& summary) {
  return with_key_type(operation, [&]<class K>(std::type_identity<K>) {
    return border_result_bytes<K>(RegionSummary<K>(summary, 0).constant.holds, {});
  });
}

std::pair<Bytes, Bytes> split_flood(const Operation& operation, const Seam& seam, const Bytes& merge_record,
                                    const Bytes& border_result) {
  return with_key_type(operation, [&]<class K>(std::type_identity<K>) {
    return split<K>(operation, seam, merge_record, border_result);
  });
}

}  // namespace preamar::blocks
