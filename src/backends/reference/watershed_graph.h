// The pixel graph of a watershed: ranks of cells, and edges in their order. Cells are numbered in raster order; their
// values are order-preserving keys, so that one graph serves every dtype.
#pragma once

#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"
#include "primitives/neighbours.h"
#include "primitives/rules/keys.h"
#include "primitives/watershed.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace preamar::reference {
using namespace primitives;

template <class Bits>
Bits read_cell(ConstImageView image, std::int64_t cell) {
  const std::int64_t length = row_length(image.shape());
  Bits value;
  std::memcpy(&value, row(image, cell / length) + cell % length * row_stride(image), sizeof value);
  return value;
}

inline std::uint64_t read_key(ConstImageView image, std::int64_t cell) {
  return with_bits(image.dtype(), [&]<class Bits>(std::type_identity<Bits>) {
    return std::uint64_t{Keys<Bits>(image.dtype(), Order::rising).key(read_cell<Bits>(image, cell))};
  });
}

// Labels are the bits of their dtype.
inline std::uint64_t read_label(ConstImageView labels, std::int64_t cell) {
  return with_bits(labels.dtype(),
                   [&]<class L>(std::type_identity<L>) { return std::uint64_t{read_cell<L>(labels, cell)}; });
}

inline void write_label(ImageView labels, std::int64_t cell, std::uint64_t label) {
  const std::int64_t length = row_length(labels.shape());
  with_bits(labels.dtype(), [&]<class L>(std::type_identity<L>) {
    const L value = static_cast<L>(label);
    std::memcpy(row(labels, cell / length) + cell % length * row_stride(labels), &value, sizeof value);
  });
}

class WatershedGraph {
 public:
  using Rank = std::pair<std::uint64_t, std::int64_t>;

  struct Edge {
    Rank later, earlier;
    std::int64_t p, q;
    friend bool operator<(const Edge& a, const Edge& b) {
      return std::tie(a.later, a.earlier, a.p, a.q) < std::tie(b.later, b.earlier, b.p, b.q);
    }
  };

  WatershedGraph(const Execution& on, const WatershedSpec& spec, ConstImageView image,
                 const std::optional<ConstImageView>& mask, ConstImageView markers)
      : most(spec.plateau < 0 ? INT64_MAX : spec.plateau),
        on_(on),
        shape_(image.shape()),
        near_(neighbour_steps(image.rank(), spec.connectivity)) {
    const auto count = static_cast<std::size_t>(shape_.count());
    values_.resize(count);
    takes_part_.resize(count);
    markers_.resize(count);
    for (std::int64_t c = 0; c < shape_.count(); ++c) {
      values_[at(c)] = read_key(image, c);
      const bool is_nan = is_floating(image.dtype()) && values_[at(c)] == 0;
      takes_part_[at(c)] = !is_nan && (!mask || read_cell<std::uint8_t>(*mask, c) != 0);
      markers_[at(c)] = takes_part_[at(c)] ? read_label(markers, c) : 0;
    }
    begin_steps();
  }

  [[nodiscard]] std::int64_t cells() const { return shape_.count(); }
  [[nodiscard]] bool takes_part(std::int64_t cell) const { return takes_part_[at(cell)]; }
  [[nodiscard]] std::uint64_t value(std::int64_t cell) const { return values_[at(cell)]; }
  [[nodiscard]] std::uint64_t marker(std::int64_t cell) const { return markers_[at(cell)]; }
  [[nodiscard]] std::int64_t steps(std::int64_t cell) const { return steps_[at(cell)]; }
  [[nodiscard]] Rank rank(std::int64_t cell) const { return {value(cell), steps(cell)}; }

  void lower_steps(std::int64_t cell, std::int64_t steps) { steps_[at(cell)] = std::min(steps_[at(cell)], steps); }

  // Sweeps until nothing changes.
  void count_steps() {
    for (bool changed = true; changed;) {
      changed = false;
      if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "watershed: stopped");
      for (std::int64_t c = 0; c < cells(); ++c) {
        if (!takes_part(c)) continue;
        for_neighbours(c, [&](std::int64_t n) {
          if (value(n) != value(c) || steps(n) >= steps(c) - 1) return;
          steps_[at(c)] = steps(n) + 1;
          changed = true;
        });
      }
    }
  }

  // In ascending order.
  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> all;
    for (std::int64_t p = 0; p < cells(); ++p) {
      if (!takes_part(p)) continue;
      for_neighbours(p, [&](std::int64_t q) {
        if (q > p) all.push_back({std::max(rank(p), rank(q)), std::min(rank(p), rank(q)), p, q});
      });
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  // Whether the line passes a cell; label(n) is the label of a cell.
  template <class Label>
  [[nodiscard]] bool is_on_line(std::int64_t cell, const Label& label) const {
    if (!takes_part(cell) || marker(cell) || !label(cell)) return false;
    bool line = false;
    for_neighbours(cell, [&](std::int64_t n) {
      const bool borders = label(n) && label(n) != label(cell);
      line = line || (borders && std::pair(rank(n), n) < std::pair(rank(cell), cell));
    });
    return line;
  }

  const std::int64_t most;  // steps of a cell that reaches nothing

 private:
  static std::size_t at(std::int64_t cell) { return static_cast<std::size_t>(cell); }

  // Calls f for each neighbour inside the mask.
  template <class F>
  void for_neighbours(std::int64_t cell, F f) const {
    const int rank = shape_.rank();
    const std::int64_t planes = rank == 3 ? shape_[0] : 1, rows = shape_[rank - 2], columns = shape_[rank - 1];
    const std::int64_t z = cell / (rows * columns), y = cell / columns % rows, x = cell % columns;
    for (const auto& [dz, dy, dx] : near_) {
      const std::int64_t nz = z + dz, ny = y + dy, nx = x + dx;
      if (nz < 0 || ny < 0 || nx < 0 || nz >= planes || ny >= rows || nx >= columns) continue;
      const std::int64_t neighbour = (nz * rows + ny) * columns + nx;
      if (takes_part_[at(neighbour)]) f(neighbour);
    }
  }

  void begin_steps() {
    steps_.assign(values_.size(), most);
    for (std::int64_t c = 0; c < cells(); ++c) {
      if (!takes_part(c)) continue;
      bool low = marker(c) != 0;
      for_neighbours(c, [&](std::int64_t n) { low = low || value(n) < value(c); });
      if (low) steps_[at(c)] = 0;
    }
  }

  const Execution& on_;
  Shape shape_;
  std::vector<Step> near_;
  std::vector<bool> takes_part_;
  std::vector<std::uint64_t> values_, markers_;
  std::vector<std::int64_t> steps_;
};

// Trees of cells; each has at most one root.
class RootedTrees {
 public:
  static constexpr std::int64_t no_root = -1;

  // Per cell: itself or another name of its root, or no_root.
  explicit RootedTrees(std::vector<std::int64_t> roots) : roots_(std::move(roots)), parent_(roots_.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  [[nodiscard]] std::int64_t root(std::int64_t cell) { return roots_[at(find(cell))]; }
  // Joins the trees of two cells unless they are one tree or both have a root.
  void join(std::int64_t p, std::int64_t q) {
    const std::int64_t a = find(p), b = find(q);
    if (a == b || (roots_[at(a)] != no_root && roots_[at(b)] != no_root)) return;
    parent_[at(a)] = b;
    if (roots_[at(b)] == no_root) roots_[at(b)] = roots_[at(a)];
  }

 private:
  static std::size_t at(std::int64_t cell) { return static_cast<std::size_t>(cell); }
  std::int64_t find(std::int64_t cell) {
    while (parent_[at(cell)] != cell) cell = parent_[at(cell)] = parent_[at(parent_[at(cell)])];
    return cell;
  }

  std::vector<std::int64_t> roots_, parent_;
};

}  // namespace preamar::reference
