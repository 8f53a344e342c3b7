// Computes the columns of a table of measures from the sums per label.
#pragma once

#include "core/error_text.h"
#include "operators/label_sums_bytes.h"
#include "primitives/label_digits.h"

#include <preamar/measure.h>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace preamar {

struct Measured {
  LabelSumsView sums;
  std::span<const std::vector<primitives::HullPoint>> hulls;  // if needed
  std::span<const primitives::Middles> middles;               // if needed, with all digits
  int rank;
  DType labels;
  DType intensity;                // unused without an intensity image
  std::array<double, 3> spacing;  // of planes, rows and columns
  std::span<const Interval> intervals;
};

// The column `label`, then those of `properties`, which are in the order of the enum.
[[nodiscard]] Table columns_of(const Measured& measured, std::span<const Property> properties);

// A table that grows by columns of one cell per label.
class Columns {
 public:
  explicit Columns(const Measured& of) : measured(of) {}

  // Adds a column of the values `value(i)` of label i.
  template <class T, class Value>
  void fill(std::string name, const Value& value) {
    const std::int64_t count = std::ssize(measured.sums.cells);
    Image column(dtype_of<T>(), Shape{count});
    auto* const to = static_cast<T*>(column.data());
    for (std::int64_t i = 0; i < count; ++i) to[i] = value(static_cast<std::size_t>(i));
    table_.columns.push_back({std::move(name), std::move(column)});
  }
  [[nodiscard]] Table table() { return std::move(table_); }

  [[nodiscard]] const primitives::CellSums& cells(std::size_t i) const { return measured.sums.cells[i]; }
  // The area (volume) of label i, in units.
  [[nodiscard]] double area(std::size_t i) const {
    double area = static_cast<double>(cells(i).size);
    for (std::size_t axis = first(); axis < 3; ++axis) area *= measured.spacing[axis];
    return area;
  }
  // The index of the first axis in (plane, row, column).
  [[nodiscard]] std::size_t first() const { return static_cast<std::size_t>(3 - measured.rank); }
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(measured.rank); }

  const Measured& measured;

 private:
  Table table_;
};

// The columns of one property of its kind.
void add_shape(Columns& to, Property property);
void add_boundary(Columns& to, Property property);
void add_hull(Columns& to, Property property);
void add_intensity(Columns& to, Property property);

}  // namespace preamar
