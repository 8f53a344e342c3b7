/// @file
/// Tables: one row per object, one column per property.
#pragma once

#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar {

/// What the rows of a table are.
enum class TableRows {
  objects,   ///< values of an object each
  outlines,  ///< vertices of the outlines of objects, which can also be written as GeoJSON
};

/// A column of a table.
struct Column {
  std::string name;  ///< name of the property
  Image cells;       ///< the values: an image of rank 1, one cell per row of the table
};

/// Columns of the same length, in order.
struct PREAMAR_API Table {
  std::vector<Column> columns = {};  ///< the columns

  /// Returns the number of rows.
  [[nodiscard]] std::int64_t rows() const noexcept { return columns.empty() ? 0 : columns[0].cells.shape()[0]; }
  /// Returns the column of that name.
  /// @throws Error kind `call` if there is none; the message lists the names
  [[nodiscard]] const Column& operator[](std::string_view name) const PREAMAR_LIFETIME_BOUND;
  /// Returns the cells of the column of that name.
  /// @tparam T type of the cells
  /// @throws Error kind `call` if there is no such column or T is not its dtype
  template <class T>
  [[nodiscard]] std::span<const T> column(std::string_view name) const PREAMAR_LIFETIME_BOUND {
    return (*this)[name].cells.as<T>();
  }
};

}  // namespace preamar
