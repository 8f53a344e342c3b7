// Outlines of labels as GeoJSON, from Python.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/io.h>

#include <string>
#include <tuple>

namespace preamar::python {

// image, object_type, classification, measurements
using OutlineRow = std::tuple<std::string, std::string, std::string, std::string>;

[[nodiscard]] OutlineOptions outline_options(const OutlineRow& row);

// The text of a .geojson file, from the columns of the operator polygons.
[[nodiscard]] nanobind::object geojson_text(const nanobind::dict& columns, const nanobind::tuple& metadata,
                                            const OutlineRow& options);

}  // namespace preamar::python
