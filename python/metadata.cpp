#include "metadata.h"

#include "core/notation.h"
#include "options.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <preamar/io.h>

#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace nb = nanobind;

namespace preamar::python {
namespace {

using AxisRow = std::tuple<std::string, std::string, double>;
using TagRow = std::tuple<std::uint16_t, std::uint16_t, nb::bytes>;
using QuantityRow = std::tuple<double, double, std::string, std::string>;
using Numbers = std::vector<double>;

template <class T>
T field(const nb::tuple& fields, std::size_t index, const char* name) {
  try {
    return nb::cast<T>(fields[index]);
  } catch (const std::exception&) {
    const std::string given = nb::cast<std::string>(nb::repr(fields[index]));
    throw nb::type_error(("metadata: " + std::string(name) + " is " + given + "; see preamar.Metadata").c_str());
  }
}

}  // namespace

nb::tuple tuple_from(const Metadata& metadata) {
  nb::list axes, tags;
  for (const Axis& axis : metadata.axes)
    axes.append(nb::make_tuple(text_from(axis.name), text_from(axis.unit), axis.scale));
  for (const GeoTag& tag : metadata.georeference)
    tags.append(nb::make_tuple(tag.number, tag.type, nb::bytes(tag.values.data(), tag.values.size())));
  return nb::make_tuple(nb::tuple(axes), nb::tuple(nb::cast(metadata.origin)), nb::tuple(nb::cast(metadata.direction)),
                        text_from(metadata.space), nb::tuple(tags),
                        metadata.nodata ? nb::cast(*metadata.nodata) : nb::none(),
                        nb::make_tuple(metadata.quantity.scale, metadata.quantity.offset,
                                       text_from(metadata.quantity.unit), text_from(metadata.quantity.description)));
}

Metadata metadata_from(const nb::tuple& fields) {
  if (fields.size() != 7) throw nb::type_error("metadata: give a preamar.Metadata");
  Metadata metadata;
  for (const auto& [name, unit, scale] : field<std::vector<AxisRow>>(fields, 0, "axes"))
    metadata.axes.push_back({name, unit, scale});
  metadata.origin = field<Numbers>(fields, 1, "origin");
  metadata.direction = field<Numbers>(fields, 2, "direction");
  metadata.space = field<std::string>(fields, 3, "space");
  for (const auto& [number, type, values] : field<std::vector<TagRow>>(fields, 4, "georeference")) {
    GeoTag tag{.number = number, .type = type, .values = std::vector<std::byte>(values.size())};
    std::memcpy(tag.values.data(), values.data(), values.size());
    metadata.georeference.push_back(std::move(tag));
  }
  metadata.nodata = field<std::optional<double>>(fields, 5, "nodata");
  const auto [scale, offset, value_unit, description] = field<QuantityRow>(fields, 6, "quantity");
  metadata.quantity = {scale, offset, value_unit, description};
  return metadata;
}

void warn_of_loss(const std::filesystem::path& file, const ImageType& type, const Metadata& metadata,
                  const std::vector<std::string>& lost_by_operator) {
  for (const std::string& part : lost_by_operator) {
    const std::string words = in_python_notation(loss_text(file.string(), part));
    if (PyErr_WarnEx(PyExc_UserWarning, words.c_str(), 2) != 0) throw nb::python_error();
  }
  std::string lost;
  for (const std::string& part : metadata_loss(file, type, metadata)) lost += (lost.empty() ? "" : ", ") + part;
  if (lost.empty()) return;
  const std::string words = file.string() + ": its format does not keep the " + lost;
  if (PyErr_WarnEx(PyExc_UserWarning, words.c_str(), 2) != 0) throw nb::python_error();
}

}  // namespace preamar::python
