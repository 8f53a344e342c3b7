#include "outlines.h"

#include <nanobind/stl/string.h>

#include "arrays.h"
#include "members.h"
#include "metadata.h"
#include "options.h"

#include <cstring>
#include <sstream>

namespace nb = nanobind;

namespace preamar::python {
namespace {

Table table_from(const nb::dict& columns) {
  Table table;
  for (const auto& [name, cells] : columns) {
    const ArrayView view("polygons: a column", cells, Access::read);
    Image copy(view.image().type());
    const ConstImageView from = view.image();
    if (from.shape().count() > 0)
      std::memcpy(copy.data(), from.data(), static_cast<std::size_t>(from.shape().count() * size_of(from.dtype())));
    table.columns.push_back({nb::cast<std::string>(name), std::move(copy)});
  }
  return table;
}

}  // namespace

nb::object geojson_text(const nb::dict& columns, const nb::tuple& metadata, const nb::dict& outlines) {
  WriteOptions options;
  options.metadata = metadata_from(metadata);
  options.outlines = options_from<OutlineOptions>(outlines);
  const Table table = table_from(columns);
  std::ostringstream text;
  {
    const nb::gil_scoped_release unlocked;
    write_outlines(text, table, options);
  }
  return text_from(text.view());
}

}  // namespace preamar::python
