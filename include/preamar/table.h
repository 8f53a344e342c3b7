// Tables: what an operator tells of each object, a column a property.
#pragma once

#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar {

struct Column {
  std::string name;
  Image cells;  // of rank 1, one a row of the table
};

// Columns, all of one length, in their order.
struct PREAMAR_API Table {
  std::vector<Column> columns = {};

  [[nodiscard]] std::int64_t rows() const noexcept { return columns.empty() ? 0 : columns[0].cells.shape()[0]; }
  // The column of that name; throws Error (call), naming those that there are, where there is none.
  [[nodiscard]] const Column& operator[](std::string_view name) const PREAMAR_LIFETIME_BOUND;
  // Its cells; throws Error (call) where they are of another type.
  template <class T>
  [[nodiscard]] std::span<const T> column(std::string_view name) const PREAMAR_LIFETIME_BOUND {
    return (*this)[name].cells.as<T>();
  }
};

}  // namespace preamar
