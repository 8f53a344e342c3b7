// Columns of position, size and second moments.
#include "operators/arctangent.h"
#include "operators/cube_root.h"
#include "operators/measure_columns.h"
#include "operators/symmetric.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace preamar {
using namespace primitives;
namespace {

void add_box(Columns& to) {
  for (std::size_t a = 0; a < to.rank(); ++a)
    to.fill<std::int64_t>(text("box-", a), [&](std::size_t i) { return to.cells(i).low[to.first() + a]; });
  for (std::size_t a = 0; a < to.rank(); ++a)
    to.fill<std::int64_t>(text("box-", to.rank() + a), [&](std::size_t i) { return to.cells(i).high[to.first() + a]; });
}

void add_centroid(Columns& to) {
  for (std::size_t a = 0; a < to.rank(); ++a)
    to.fill<double>(text("centroid-", a), [&](std::size_t i) {
      return mean_of(to.cells(i).sum[to.first() + a], to.cells(i).size) * to.measured.spacing[to.first() + a];
    });
}

// Axes as indices in (plane, row, column).
double covariance(const Columns& of, std::size_t i, std::size_t a, std::size_t b) {
  constexpr std::size_t places[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  const CellSums& cells = of.cells(i);
  return covariance_of(cells.sum[a], cells.sum[b], of.measured.sums.products[i].sum[places[a][b]], cells.size) *
         (of.measured.spacing[a] * of.measured.spacing[b]);
}

void add_covariance(Columns& to) {
  for (std::size_t a = 0; a < to.rank(); ++a)
    for (std::size_t b = a; b < to.rank(); ++b)
      to.fill<double>(text("covariance-", a, "-", b),
                      [&](std::size_t i) { return covariance(to, i, to.first() + a, to.first() + b); });
}

// The variances along the axes of the ellipse (ellipsoid) of label i, in descending order.
std::array<double, 3> variances(const Columns& of, std::size_t i) {
  Matrix3 matrix{};
  for (std::size_t a = of.first(); a < 3; ++a)
    for (std::size_t b = a; b < 3; ++b) matrix[a][b] = matrix[b][a] = covariance(of, i, a, b);
  return eigenvalues(matrix);
}

// The variance along an axis of length L is L*L/16 in an ellipse and L*L/20 in an ellipsoid.
std::array<double, 3> axis_lengths(const Columns& of, std::size_t i) {
  std::array<double, 3> lengths = variances(of, i);
  for (double& value : lengths) value = std::sqrt((of.rank() == 2 ? 16 : 20) * value);
  return lengths;
}

void add_axes(Columns& to) {
  for (std::size_t a = 0; a < to.rank(); ++a)
    to.fill<double>(text("axis_length-", a), [&](std::size_t i) { return axis_lengths(to, i)[a]; });
}

double elongation(const Columns& of, std::size_t i) {
  const auto lengths = axis_lengths(of, i);
  return lengths[0] > 0 ? 1 - lengths[1] / lengths[0] : 0.0;
}

double eccentricity(const Columns& of, std::size_t i) {
  const auto along = variances(of, i);
  return along[0] > 0 ? std::sqrt(1 - along[1] / along[0]) : 0.0;
}

// The angle between the rows' axis and the longest axis, as scikit-image gives it.
double orientation(const Columns& of, std::size_t i) {
  const double rows = covariance(of, i, 1, 1), columns = covariance(of, i, 2, 2), mixed = covariance(of, i, 1, 2);
  if (rows == columns) return (mixed > 0 ? 1 : -1) * (std::numbers::pi / 4);
  return arctangent(2 * mixed, rows - columns) / 2;
}

double equivalent_diameter(const Columns& of, std::size_t i) {
  const double area = of.area(i);
  return of.rank() == 2 ? std::sqrt(4 * area / std::numbers::pi) : cube_root(6 * area / std::numbers::pi);
}

double extent(const Columns& of, std::size_t i) {
  const CellSums& cells = of.cells(i);
  double box = 1;
  for (std::size_t a = of.first(); a < 3; ++a) box *= static_cast<double>(cells.high[a] - cells.low[a]);
  return static_cast<double>(cells.size) / box;
}

}  // namespace

void add_shape(Columns& to, Property property) {
  const auto fill = [&](const char* name, double (*value)(const Columns&, std::size_t)) {
    to.fill<double>(name, [&](std::size_t i) { return value(to, i); });
  };
  switch (property) {
    case Property::size:
      return to.fill<std::int64_t>("size", [&](std::size_t i) { return to.cells(i).size; });
    case Property::box:
      return add_box(to);
    case Property::centroid:
      return add_centroid(to);
    case Property::covariance:
      return add_covariance(to);
    case Property::axes:
      return add_axes(to);
    case Property::elongation:
      return fill("elongation", elongation);
    case Property::area:
      return to.fill<double>("area", [&](std::size_t i) { return to.area(i); });
    case Property::equivalent_diameter_area:
      return fill("equivalent_diameter_area", equivalent_diameter);
    case Property::extent:
      return fill("extent", extent);
    case Property::orientation:
      return fill("orientation", orientation);
    default:
      return fill("eccentricity", eccentricity);
  }
}

}  // namespace preamar
