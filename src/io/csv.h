// Numbers as text, and tables as text or as Parquet.
#pragma once

#include "io/geojson.h"
#include "io/parquet.h"
#include "io/source.h"
#include "platform/file.h"

#include <preamar/io.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace preamar::io {

[[nodiscard]] bool is_csv(const std::filesystem::path& file);
// Whether tables are written to files with this suffix.
[[nodiscard]] bool is_table_file(const std::filesystem::path& file);
// An image of rank 1, a number a line. Under a temporary name, renamed at the end.
void write_row(const std::filesystem::path& file, ConstImageView row, const WriteOptions& options);
// The same into an output that was opened, without giving it its name.
void write_row(const SharedOutput& output, ConstImageView row);

// A file of text, written part by part under a temporary name.
class TextWriter {
 public:
  TextWriter(const std::filesystem::path& file, const WriteOptions& options);
  // Into an output that was opened.
  explicit TextWriter(const SharedOutput& output);
  void add(std::string_view part);
  // The file is whole, under its temporary name.
  void close();
  // Closes the file and gives it its name.
  void finish();

 private:
  std::shared_ptr<OutputTransaction> output_;
  std::unique_ptr<OutFile> out_;
};

// A table, written as a TextWriter does, a few rows at a time. The suffix selects the format.
class TableWriter {
 public:
  TableWriter(const std::filesystem::path& file, const WriteOptions& options);
  TableWriter(const SharedOutput& output, const WriteOptions& options);
  // All parts have the same columns.
  void add(const Table& rows);
  void close();
  void finish();

 private:
  [[nodiscard]] std::optional<GeoJsonText> outlines_for(const std::filesystem::path& file, const WriteOptions& options);
  void end_text();

  std::optional<GeoJsonText> outlines_;
  TextWriter text_;
  std::optional<ParquetEncoder> parquet_;
  bool has_header_ = false;
};

}  // namespace preamar::io
