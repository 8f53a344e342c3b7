#include "primitives/watershed.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"
#include "primitives/neighbours.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

namespace preamar::reference {
using namespace primitives;
namespace {

constexpr std::int64_t no_steps_known = INT64_MAX;

// Cells are numbered in raster order.
template <class T>
class Watershed {
 public:
  Watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
            const std::optional<ConstImageView>& mask, ImageView labels)
      : on_(on), spec_(spec), shape_(image.shape()), near_(neighbour_steps(image.rank(), spec.connectivity)) {
    const auto count = static_cast<std::size_t>(shape_.count());
    values_.resize(count);
    takes_part_.resize(count);
    markers_.resize(count);
    for (std::int64_t c = 0; c < shape_.count(); ++c) {
      const T value = read<T>(image, c);
      values_[at(c)] = value;
      takes_part_[at(c)] = value == value && (!mask || read<std::uint8_t>(*mask, c) != 0);
      markers_[at(c)] = takes_part_[at(c)] ? read_label(labels, c) : 0;
    }
  }

  void run(ImageView labels) {
    count_steps();
    span();
    for (std::int64_t c = 0; c < shape_.count(); ++c) write_label(labels, c, spec_.line && on_line(c) ? 0 : label(c));
  }

 private:
  static std::size_t at(std::int64_t cell) { return static_cast<std::size_t>(cell); }

  template <class V>
  static V read(ConstImageView image, std::int64_t cell) {
    const std::int64_t length = row_length(image.shape());
    V value;
    std::memcpy(&value, row(image, cell / length) + cell % length * row_stride(image), sizeof value);
    return value;
  }

  static std::uint64_t read_label(ConstImageView labels, std::int64_t cell) {
    return with_type(labels.dtype(),
                     [&]<class L>(std::type_identity<L>) { return static_cast<std::uint64_t>(read<L>(labels, cell)); });
  }

  static void write_label(ImageView labels, std::int64_t cell, std::uint64_t label) {
    const std::int64_t length = row_length(labels.shape());
    with_type(labels.dtype(), [&]<class L>(std::type_identity<L>) {
      const L value = static_cast<L>(label);
      std::memcpy(row(labels, cell / length) + cell % length * row_stride(labels), &value, sizeof value);
    });
  }

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

  // Sweeps until nothing changes.
  void count_steps() {
    const std::int64_t most = spec_.plateau < 0 ? no_steps_known : spec_.plateau;
    steps_.assign(values_.size(), most);
    for (std::int64_t c = 0; c < shape_.count(); ++c) {
      if (!takes_part_[at(c)]) continue;
      bool low = markers_[at(c)] != 0;
      for_neighbours(c, [&](std::int64_t n) { low = low || values_[at(n)] < values_[at(c)]; });
      if (low) steps_[at(c)] = 0;
    }
    for (bool changed = true; changed;) {
      changed = false;
      if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "watershed: stopped");
      for (std::int64_t c = 0; c < shape_.count(); ++c) {
        if (!takes_part_[at(c)]) continue;
        for_neighbours(c, [&](std::int64_t n) {
          if (values_[at(n)] != values_[at(c)] || steps_[at(n)] >= steps_[at(c)] - 1) return;
          steps_[at(c)] = steps_[at(n)] + 1;
          changed = true;
        });
      }
    }
  }

  using Rank = std::pair<T, std::int64_t>;
  [[nodiscard]] Rank rank(std::int64_t cell) const { return {values_[at(cell)], steps_[at(cell)]}; }

  struct Edge {
    Rank later, earlier;
    std::int64_t p, q;
    friend bool operator<(const Edge& a, const Edge& b) {
      return std::tie(a.later, a.earlier, a.p, a.q) < std::tie(b.later, b.earlier, b.p, b.q);
    }
  };

  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> all;
    for (std::int64_t p = 0; p < shape_.count(); ++p) {
      if (!takes_part_[at(p)]) continue;
      for_neighbours(p, [&](std::int64_t q) {
        if (q > p) all.push_back({std::max(rank(p), rank(q)), std::min(rank(p), rank(q)), p, q});
      });
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  std::int64_t find(std::int64_t cell) {
    while (parent_[at(cell)] != cell) cell = parent_[at(cell)] = parent_[at(parent_[at(cell)])];
    return cell;
  }

  // Kruskal's algorithm; a root holds the label of its tree.
  void span() {
    parent_.resize(values_.size());
    for (std::int64_t c = 0; c < shape_.count(); ++c) parent_[at(c)] = c;
    root_label_ = markers_;
    for (const Edge& edge : edges()) {
      const std::int64_t a = find(edge.p), b = find(edge.q);
      if (a == b || (root_label_[at(a)] && root_label_[at(b)])) continue;
      parent_[at(a)] = b;
      if (!root_label_[at(b)]) root_label_[at(b)] = root_label_[at(a)];
    }
  }

  std::uint64_t label(std::int64_t cell) { return root_label_[at(find(cell))]; }

  bool on_line(std::int64_t cell) {
    if (!takes_part_[at(cell)] || markers_[at(cell)] || !label(cell)) return false;
    bool line = false;
    for_neighbours(cell, [&](std::int64_t n) {
      const bool borders = label(n) && label(n) != label(cell);
      line = line || (borders && std::pair(rank(n), n) < std::pair(rank(cell), cell));
    });
    return line;
  }

  const Execution& on_;
  const WatershedSpec& spec_;
  Shape shape_;
  std::vector<Step> near_;
  std::vector<T> values_;
  std::vector<bool> takes_part_;
  std::vector<std::uint64_t> markers_, root_label_;
  std::vector<std::int64_t> steps_, parent_;
};

}  // namespace

void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& mask, ImageView labels) {
  with_type(image.dtype(),
            [&]<class T>(std::type_identity<T>) { Watershed<T>(on, spec, image, mask, labels).run(labels); });
}

}  // namespace preamar::reference
