#include "primitives/label_sums.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <map>

namespace preamar::reference {
using namespace primitives;
namespace {

struct Sums {
  CellSums cells;
  ProductSums products;
  ContactSums contacts;
  WholeSums whole;
  RealSums real;
  HullBuilder hull;
};

using Map = std::map<std::uint64_t, Sums>;

// The cells of an image of labels, by (plane, row, column).
template <class T>
class LabelCells {
 public:
  explicit LabelCells(ConstImageView image) : image_(image) {
    const int rank = image.rank();
    for (int axis = 0; axis < rank; ++axis) {
      const int place = 3 - rank + axis;
      extent_[static_cast<std::size_t>(place)] = image.shape()[axis];
    }
  }

  [[nodiscard]] std::int64_t row_of(const Cell& c) const { return c[0] * extent_[1] + c[1]; }
  [[nodiscard]] T at(const Cell& c) const { return reinterpret_cast<const T*>(row(image_, row_of(c)))[c[2]]; }
  // Faces of a cell with another label, or the outside of the image, on the other side.
  [[nodiscard]] std::int64_t faces(const Cell& c) const {
    std::int64_t count = 0;
    for (std::size_t axis = static_cast<std::size_t>(3 - image_.rank()); axis < 3; ++axis)
      for (const int step : {-1, 1}) {
        Cell other = c;
        other[axis] += step;
        count += other[axis] < 0 || other[axis] >= extent_[axis] || at(other) != at(c);
      }
    return count;
  }

  [[nodiscard]] bool has(const Cell& c, T label) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (c[axis] < 0 || c[axis] >= extent_[axis]) return false;
    return at(c) == label;
  }
  // A corner, edge, face or the whole of a cell, towards `side`, counts for the first cell of its label that has it.
  [[nodiscard]] bool is_first_at(const Cell& c, const Cell& side) const {
    for (const Cell& step : earlier_steps) {
      bool has_side = true;
      for (std::size_t axis = 0; axis < 3; ++axis) has_side &= step[axis] == 0 || step[axis] == side[axis];
      if (has_side && has(sum(c, step), at(c))) return false;
    }
    return true;
  }
  // Corners - edges + faces - cells.
  [[nodiscard]] std::int64_t euler(const Cell& c) const {
    std::int64_t count = 0;
    for (std::int64_t z = -1; z <= 1; ++z)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t x = -1; x <= 1; ++x) {
          const int dimension = (z == 0) + (y == 0) + (x == 0);
          if (is_first_at(c, {z, y, x})) count += dimension % 2 == 0 ? 1 : -1;
        }
    return count;
  }
  [[nodiscard]] bool is_border(const Cell& c) const {
    for (const Cell& step : {Cell{0, -1, 0}, Cell{0, 0, -1}, Cell{0, 0, 1}, Cell{0, 1, 0}})
      if (!has(sum(c, step), at(c))) return true;
    return false;
  }
  [[nodiscard]] OutlineStep outline(const Cell& c) const {
    if (!is_border(c)) return {0, 0};
    int edges = 0, corners = 0;
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t x = -1; x <= 1; ++x) {
        const Cell other = sum(c, {0, y, x});
        if ((y == 0 && x == 0) || !has(other, at(c)) || !is_border(other)) continue;
        ++(y == 0 || x == 0 ? edges : corners);
      }
    return outline_step(edges, corners);
  }
  [[nodiscard]] ContactSums contacts(const Cell& c, const LabelSumsSpec& spec) const {
    ContactSums found;
    if (!spec.contacts) return found;
    for (std::size_t i = 0; i < earlier_steps.size(); ++i) found.pairs[i] = has(sum(c, earlier_steps[i]), at(c));
    found.euler = euler(c);
    if (!spec.outline) return found;
    const auto [straight, diagonal] = outline(c);
    found.straight = straight;
    found.diagonal = diagonal;
    return found;
  }

 private:
  [[nodiscard]] static Cell sum(const Cell& a, const Cell& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

  ConstImageView image_;
  Cell extent_{1, 1, 1};
};

void add_cell(Sums& sums, const Cell& c, std::int64_t faces) {
  CellSums cell{.size = 1, .faces = faces, .low = c, .high = {c[0] + 1, c[1] + 1, c[2] + 1}, .sum = {c[0], c[1], c[2]}};
  sums.cells.add(cell);
  std::size_t place = 0;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = a; b < 3; ++b) sums.products.sum[place++] += Int128{c[a]} * c[b];
}

void add_level(Sums& sums, const std::optional<ConstImageView>& levels, std::int64_t r, std::int64_t x) {
  if (!levels) return;
  with_type(levels->dtype(), [&]<class T>(std::type_identity<T>) {
    const T level = reinterpret_cast<const T*>(row(*levels, r))[x];
    if constexpr (std::is_floating_point_v<T>)
      sums.real.add_level(level);
    else
      sums.whole.add_level(level);
  });
}

template <class T>
Map sum_all(const LabelSumsSpec& spec, ConstImageView image, const std::optional<ConstImageView>& levels,
            std::int64_t& end_row) {
  const LabelCells<T> labels(image);
  const auto [begin, end] = counted_cells(spec, image.shape());
  const std::int64_t rows = end[1] - begin[1], row_count = (end[0] - begin[0]) * rows;
  Map all;
  for (end_row = spec.first_row; end_row < row_count && std::ssize(all) < spec.labels_enough; ++end_row)
    for (std::int64_t x = begin[2]; x < end[2]; ++x) {
      const Cell c{begin[0] + end_row / rows, begin[1] + end_row % rows, x};
      if (labels.at(c) == 0) continue;
      Sums& sums = all[label_key(labels.at(c))];
      add_cell(sums, {c[0] + spec.origin[0], c[1] + spec.origin[1], x + spec.origin[2]}, labels.faces(c));
      if (spec.hulls) sums.hull.add({c[1] + spec.origin[1], x + spec.origin[2]});
      sums.contacts.add(labels.contacts(c, spec));
      add_level(sums, levels, labels.row_of(c), x);
    }
  return all;
}

}  // namespace

LabelSums label_sums(const Execution&, const LabelSumsSpec& spec, ConstImageView labels,
                     const std::optional<ConstImageView>& levels) {
  std::int64_t end_row = 0;
  const Map all = with_type(labels.dtype(), [&]<class T>(std::type_identity<T>) -> Map {
    if constexpr (std::is_integral_v<T>) return sum_all<T>(spec, labels, levels, end_row);
    return {};
  });
  const auto count = static_cast<std::int64_t>(all.size());
  const bool has_levels = levels.has_value(), real = has_levels && is_floating(levels->dtype());
  LabelSums result{Buffer<std::uint64_t>(count),
                   Buffer<CellSums>(count),
                   Buffer<ProductSums>(spec.products ? count : 0),
                   Buffer<ContactSums>(spec.contacts ? count : 0),
                   Buffer<WholeSums>(has_levels && !real ? count : 0),
                   Buffer<RealSums>(real ? count : 0),
                   {},
                   end_row};
  std::int64_t i = 0;
  for (const auto& [key, sums] : all) {
    result.labels[i] = key;
    result.cells[i] = sums.cells;
    if (!spec.faces) result.cells[i].faces = 0;
    if (spec.products) result.products[i] = sums.products;
    if (spec.contacts) result.contacts[i] = sums.contacts;
    if (has_levels && !real) result.whole[i] = sums.whole;
    if (real) result.real[i] = sums.real;
    if (spec.hulls) result.hulls.push_back(sums.hull.corners());
    ++i;
  }
  return result;
}

}  // namespace preamar::reference
