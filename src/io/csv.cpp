#include <preamar/io.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/url.h"
#include "io/csv.h"
#include "io/output_transaction.h"
#include "platform/file.h"

#include <array>
#include <charconv>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace preamar::io {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::size_t piece_bytes = std::size_t{1} << 16;

// A name in quotes where it holds what would end it.
std::string header_cell(std::string_view name) {
  if (name.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(name);
  std::string words = "\"";
  for (const char c : name) words += c == '"' ? std::string("\"\"") : std::string(1, c);
  return words + "\"";
}

void append_cell(std::string& line, ConstImageView cells, std::int64_t row) {
  const auto* at = static_cast<const std::byte*>(cells.data()) + row * cells.stride(0);
  with_type(cells.dtype(), [&]<class T>(std::type_identity<T>) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *reinterpret_cast<const T*>(at)).ptr;
    line.append(digits.data(), end);
  });
}

using Take = std::function<void(std::string_view)>;

std::string_view end_of_cell(std::size_t column, const Table& table) {
  return column + 1 < table.columns.size() ? "," : line_end;
}

std::string csv_header(const Table& table) {
  std::string line;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    line += header_cell(table.columns[i].name);
    line += end_of_cell(i, table);
  }
  return line;
}

// Gives the rows of the table to `take`, part by part.
void print_rows(const Table& table, const Take& take) {
  const std::vector<Column>& columns = table.columns;
  std::string piece;
  for (std::int64_t row = 0; row < table.rows(); ++row) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      append_cell(piece, columns[column].cells, row);
      piece += end_of_cell(column, table);
    }
    if (piece.size() < piece_bytes) continue;
    take(piece);
    piece.clear();
  }
  take(piece);
}

}  // namespace

TextWriter::TextWriter(const std::filesystem::path& file, const WriteOptions& options)
    : output_(options.begun ? options.begun : begin_output(file, options)) {
  output_->open(OutputTransaction::Leftovers::remove);
  out_ = std::make_unique<OutFile>(output_->partial(), file);
}

void TextWriter::add(std::string_view piece) {
  out_->write(out_->size(), piece.data(), static_cast<std::int64_t>(piece.size()));
}

void TextWriter::finish() {
  out_->close();
  output_->commit();
  output_->end();
}

// The measurements of outlines are opened first, so that nothing is replaced if they cannot be read.
TableWriter::TableWriter(const std::filesystem::path& file, const WriteOptions& options)
    : outlines_(is_geojson(file) ? std::optional<GeoJsonText>(std::in_place, options,
                                                              [this](std::string_view part) { text_.add(part); })
                                 : std::nullopt),
      text_(file, options) {
  if (is_parquet(file)) parquet_.emplace();
}

void TableWriter::add(const Table& rows) {
  if (outlines_) return outlines_->add(rows);
  if (parquet_) return text_.add(parquet_->add(rows));
  if (!has_header_) text_.add(csv_header(rows));
  has_header_ = true;
  print_rows(rows, [&](std::string_view piece) { text_.add(piece); });
}

void TableWriter::finish() {
  if (outlines_) outlines_->finish();
  if (parquet_) text_.add(parquet_->finish());
  text_.finish();
}

bool is_csv(const std::filesystem::path& file) { return file.extension() == ".csv"; }

bool is_table_file(const std::filesystem::path& file) { return is_csv(file) || is_parquet(file) || is_geojson(file); }

void write_row(const std::filesystem::path& file, ConstImageView row, const WriteOptions& options) {
  TextWriter writer(file, options);
  std::string piece;
  for (std::int64_t i = 0; i < row.shape()[0]; ++i) {
    append_cell(piece, row, i);
    piece += line_end;
    if (piece.size() < piece_bytes) continue;
    writer.add(piece);
    piece.clear();
  }
  writer.add(piece);
  writer.finish();
}

}  // namespace preamar::io

namespace preamar {

void require_table_writable(const std::filesystem::path& file, TableRows rows, const OutlineOptions& outlines) {
  if (is_url(file)) (void)parse_url(file);  // refuses a query, which no message may have
  const bool has_outlines = rows == TableRows::outlines;
  if (!io::is_table_file(file) || (io::is_geojson(file) && !has_outlines))
    throw Error(ErrorKind::call,
                text(file.string(), ": suffix '", file.extension().string(), "' is no table format; known are ",
                     has_outlines ? ".csv, .parquet and .geojson" : ".csv and .parquet"));
  if (is_url(file))
    throw Error(ErrorKind::call, text(file.string(), ": tables are written to files, not to a store; give a path"));
  if (io::is_geojson(file)) return io::require_outline_options(outlines);
  if (outlines != OutlineOptions{})
    throw Error(ErrorKind::call, text(file.string(), ": image name, object type, classification and measurements are ",
                                      "those of a .geojson file; leave them out or give that suffix"));
}

void write_table(const std::filesystem::path& file, const Table& table, const WriteOptions& options) {
  require_table_writable(file);
  io::TableWriter writer(file, options);
  writer.add(table);
  writer.finish();
}

void write_table(std::ostream& stream, const Table& table) {
  stream << io::csv_header(table);
  io::print_rows(table, [&](std::string_view piece) { stream << piece; });
}

}  // namespace preamar
