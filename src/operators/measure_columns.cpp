#include "operators/measure_columns.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "operators/symmetric.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace preamar {
using namespace primitives;
namespace {

// Newton's iteration; bit-identical on every machine, unlike the functions of mathematical libraries.
double cube_root(double value) {
  int exponent = 0;
  (void)std::frexp(value, &exponent);
  double root = std::ldexp(1.0, exponent / 3 + 1);  // an upper bound of the root
  for (int i = 0; i < 60; ++i) {
    const double next = (2 * root + value / (root * root)) / 3;
    if (next >= root) break;
    root = next;
  }
  return root;
}

class Columns {
 public:
  explicit Columns(const Measured& measured) : m_(measured), first_(static_cast<std::size_t>(3 - measured.rank)) {
    with_type(m_.labels, [&]<class T>(std::type_identity<T>) {
      if constexpr (!std::is_floating_point_v<T>)
        fill<T>("label", [&](std::int64_t i) { return static_cast<T>(m_.sums.labels[at(i)] - label_key(T{0})); });
    });
  }

  void add(Property property);
  Table table() { return std::move(table_); }

 private:
  [[nodiscard]] static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
  const CellSums& cells(std::int64_t i) const { return m_.sums.cells[at(i)]; }

  template <class T, class Value>
  void fill(std::string name, Value&& value) {
    const std::int64_t count = std::ssize(m_.sums.cells);
    Image column(dtype_of<T>(), Shape{count});
    auto* const to = static_cast<T*>(column.data());
    for (std::int64_t i = 0; i < count; ++i) to[i] = value(i);
    table_.columns.push_back({std::move(name), std::move(column)});
  }

  void add_box() {
    for (std::size_t a = 0; a < rank(); ++a)
      fill<std::int64_t>(text("box-", a), [&](std::int64_t i) { return cells(i).low[first_ + a]; });
    for (std::size_t a = 0; a < rank(); ++a)
      fill<std::int64_t>(text("box-", rank() + a), [&](std::int64_t i) { return cells(i).high[first_ + a]; });
  }

  void add_centroid() {
    for (std::size_t a = 0; a < rank(); ++a)
      fill<double>(text("centroid-", a),
                   [&](std::int64_t i) { return mean_of(cells(i).sum[first_ + a], cells(i).size); });
  }

  void add_covariance() {
    for (std::size_t a = 0; a < rank(); ++a)
      for (std::size_t b = a; b < rank(); ++b)
        fill<double>(text("covariance-", a, "-", b),
                     [&](std::int64_t i) { return covariance(i, first_ + a, first_ + b); });
  }

  void add_axes() {
    for (std::size_t a = 0; a < rank(); ++a)
      fill<double>(text("axis_length-", a), [&](std::int64_t i) { return axis_lengths(i)[a]; });
  }

  void add_elongation() {
    fill<double>("elongation", [&](std::int64_t i) {
      const auto lengths = axis_lengths(i);
      return lengths[0] > 0 ? 1 - lengths[1] / lengths[0] : 0.0;
    });
  }

  void add_sphericity() {
    fill<double>("sphericity", [&](std::int64_t i) {
      const auto size = static_cast<double>(cells(i).size);
      const double least =
          rank() == 2 ? 2 * std::sqrt(std::numbers::pi * size) : cube_root(36 * std::numbers::pi * size * size);
      return least / static_cast<double>(cells(i).faces);
    });
  }

  // Integers keep their type; floating-point values stay as they are.
  void add_extreme(const char* name, Int128 WholeSums::*whole, double RealSums::*real) {
    with_type(m_.intensity, [&]<class T>(std::type_identity<T>) {
      fill<T>(name, [&](std::int64_t i) {
        return has_reals() ? static_cast<T>(m_.sums.real[at(i)].*real) : static_cast<T>(m_.sums.whole[at(i)].*whole);
      });
    });
  }

  void add_mean() {
    fill<double>("intensity_mean", [&](std::int64_t i) {
      return has_reals() ? mean_of(m_.sums.real[at(i)].sum, cells(i).size)
                         : mean_of(m_.sums.whole[at(i)].sum, cells(i).size);
    });
  }

  void add_variance() {
    fill<double>("intensity_variance", [&](std::int64_t i) {
      const LabelSumsView& t = m_.sums;
      return has_reals() ? variance_of(t.real[at(i)].sum, t.real[at(i)].squares, cells(i).size)
                         : variance_of(t.whole[at(i)].sum, t.whole[at(i)].squares, cells(i).size);
    });
  }

  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(m_.rank); }
  [[nodiscard]] bool has_reals() const { return !m_.sums.real.empty(); }

  [[nodiscard]] double covariance(std::int64_t i, std::size_t a, std::size_t b) const {
    constexpr std::size_t places[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    return covariance_of(cells(i).sum[a], cells(i).sum[b], m_.sums.products[at(i)].sum[places[a][b]], cells(i).size);
  }

  // The variance along an axis of length L is L*L/16 in an ellipse and L*L/20 in an ellipsoid.
  [[nodiscard]] std::array<double, 3> axis_lengths(std::int64_t i) const {
    Matrix3 matrix{};
    for (std::size_t a = first_; a < 3; ++a)
      for (std::size_t b = a; b < 3; ++b) matrix[a][b] = matrix[b][a] = covariance(i, a, b);
    std::array<double, 3> lengths = eigenvalues(matrix);
    for (double& value : lengths) value = std::sqrt((m_.rank == 2 ? 16 : 20) * value);
    return lengths;
  }

  const Measured& m_;
  const std::size_t first_;  // index of the first axis in (plane, row, column)
  Table table_;
};

void Columns::add(Property property) {
  switch (property) {
    case Property::size:
      return fill<std::int64_t>("size", [&](std::int64_t i) { return cells(i).size; });
    case Property::box:
      return add_box();
    case Property::centroid:
      return add_centroid();
    case Property::covariance:
      return add_covariance();
    case Property::axes:
      return add_axes();
    case Property::boundary:
      return fill<std::int64_t>("boundary", [&](std::int64_t i) { return cells(i).faces; });
    case Property::sphericity:
      return add_sphericity();
    case Property::elongation:
      return add_elongation();
    case Property::intensity_min:
      return add_extreme("intensity_min", &WholeSums::least, &RealSums::least);
    case Property::intensity_max:
      return add_extreme("intensity_max", &WholeSums::most, &RealSums::most);
    case Property::intensity_mean:
      return add_mean();
    case Property::intensity_variance:
      return add_variance();
  }
}

}  // namespace

Table columns_of(const Measured& measured, std::span<const Property> properties) {
  Columns columns(measured);
  for (const Property property : properties) columns.add(property);
  return columns.table();
}

}  // namespace preamar
