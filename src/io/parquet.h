// Tables as Apache Parquet: plain encoding, no compression, no missing values.
#pragma once

#include <preamar/table.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace preamar::io {

[[nodiscard]] inline bool is_parquet(const std::filesystem::path& file) { return file.extension() == ".parquet"; }

// The bytes of a Parquet file, part by part.
class ParquetEncoder {
 public:
  // The bytes to write next; often none, because rows are collected in groups. All parts have the same columns.
  [[nodiscard]] std::string add(const Table& rows);
  // The end of the file.
  [[nodiscard]] std::string finish();

 private:
  struct ColumnType {
    std::string name;
    DType dtype;
  };
  struct Group {
    std::int64_t rows, bytes;
    std::vector<std::int64_t> begins, ends;  // of the pages of columns, in the file
  };

  [[nodiscard]] std::string written_group();
  [[nodiscard]] std::string metadata() const;

  std::vector<ColumnType> columns_;
  std::vector<std::string> values_;  // per column, of the group that is being collected
  std::int64_t rows_ = 0;            // of that group
  std::int64_t written_ = 0;         // bytes of the file so far
  std::vector<Group> groups_;
};

}  // namespace preamar::io
