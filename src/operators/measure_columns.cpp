#include "operators/measure_columns.h"

#include "core/dispatch.h"
#include "operators/measure_properties.h"

#include <type_traits>

namespace preamar {
using namespace primitives;
namespace {

void add_labels(Columns& to) {
  with_type(to.measured.labels, [&]<class T>(std::type_identity<T>) {
    if constexpr (!std::is_floating_point_v<T>)
      to.fill<T>("label", [&](std::size_t i) { return static_cast<T>(to.measured.sums.labels[i] - label_key(T{0})); });
  });
}

}  // namespace

Table columns_of(const Measured& measured, std::span<const Property> properties) {
  Columns columns(measured);
  add_labels(columns);
  for (const Property property : properties) switch (row_of(property).needs) {
      case Needs::nothing:
      case Needs::products:
        add_shape(columns, property);
        break;
      case Needs::faces:
      case Needs::contacts:
      case Needs::outline:
        add_boundary(columns, property);
        break;
      case Needs::hull:
        add_hull(columns, property);
        break;
      case Needs::levels:
      case Needs::median:
        add_intensity(columns, property);
        break;
    }
  return columns.table();
}

}  // namespace preamar
