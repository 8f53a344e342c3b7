// Outlines of labels as GeoJSON, from Python.
#pragma once

#include <nanobind/nanobind.h>

namespace preamar::python {

// The text of a .geojson file, from the columns of the operator polygons. `options` has the members of
// OutlineOptions.
[[nodiscard]] nanobind::object geojson_text(const nanobind::dict& columns, const nanobind::tuple& metadata,
                                            const nanobind::dict& options);

}  // namespace preamar::python
