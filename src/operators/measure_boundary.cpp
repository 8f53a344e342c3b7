// Columns of boundary, perimeter, surface and Euler number.
#include "operators/crofton.h"
#include "operators/cube_root.h"
#include "operators/measure_columns.h"

#include <cmath>
#include <numbers>

namespace preamar {
using namespace primitives;
namespace {

// Adds the column of `value(area, perimeter or surface area)`.
template <class Value>
void add_crofton(Columns& to, const char* name, const Value& value) {
  const std::array<double, 13> weights = crofton_weights(to.measured.spacing, to.measured.rank);
  to.fill<double>(name, [&](std::size_t i) {
    return value(to.area(i), crofton_sum(weights, to.cells(i).size, to.measured.sums.contacts[i]));
  });
}

void add_sphericity(Columns& to) {
  add_crofton(to, "sphericity", [&](double area, double outline) {
    const double least =
        to.rank() == 2 ? 2 * std::sqrt(std::numbers::pi * area) : cube_root(36 * std::numbers::pi * area * area);
    return least / outline;
  });
}

}  // namespace

void add_boundary(Columns& to, Property property) {
  switch (property) {
    case Property::boundary:
      return to.fill<std::int64_t>("boundary", [&](std::size_t i) { return to.cells(i).faces; });
    case Property::sphericity:
      return add_sphericity(to);
    case Property::euler_number:
      return to.fill<std::int64_t>("euler_number", [&](std::size_t i) { return to.measured.sums.contacts[i].euler; });
    case Property::perimeter:
      return to.fill<double>("perimeter", [&](std::size_t i) {
        const ContactSums& contacts = to.measured.sums.contacts[i];
        const auto straight = static_cast<double>(contacts.straight), diagonal = static_cast<double>(contacts.diagonal);
        return (straight + diagonal * std::numbers::sqrt2) / 2 * to.measured.spacing[2];
      });
    default:
      return add_crofton(to, to.rank() == 2 ? "perimeter_crofton" : "surface_area",
                         [](double, double outline) { return outline; });
  }
}

}  // namespace preamar
