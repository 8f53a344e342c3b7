#include <preamar/table.h>

#include "core/error_text.h"

#include <algorithm>

namespace preamar {

const Column& Table::operator[](std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &Column::name);
  if (found != columns.end()) return *found;
  std::string names;
  for (const Column& column : columns) names += text(names.empty() ? "" : ", ", column.name);
  throw Error(ErrorKind::call, text("table: it has no column '", name, "'; it has ", names.empty() ? "none" : names));
}

}  // namespace preamar
