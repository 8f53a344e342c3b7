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
constexpr std::size_t part_bytes = std::size_t{1} << 16;

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
  std::string part;
  for (std::int64_t row = 0; row < table.rows(); ++row) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      append_cell(part, columns[column].cells, row);
      part += end_of_cell(column, table);
    }
    if (part.size() < part_bytes) continue;
    take(part);
    part.clear();
  }
  take(part);
}

}  // namespace

TextWriter::TextWriter(const std::filesystem::path& file, const WriteOptions& options)
    : output_(options.begun ? options.begun : begin_output(file, options)) {
  output_->open(OutputTransaction::Leftovers::remove);
  out_ = std::make_unique<OutFile>(output_->partial(), file);
}

TextWriter::TextWriter(const SharedOutput& output)
    : output_(output), out_(std::make_unique<OutFile>(output->partial(), output->file())) {}

void TextWriter::add(std::string_view part) {
  out_->write(out_->size(), part.data(), static_cast<std::int64_t>(part.size()));
}

void TextWriter::close() { out_->close(); }

void TextWriter::finish() {
  close();
  output_->commit();
  output_->end();
}

std::optional<GeoJsonText> TableWriter::outlines_for(const std::filesystem::path& file, const WriteOptions& options) {
  if (!is_geojson(file)) return std::nullopt;
  return std::optional<GeoJsonText>(std::in_place, options, [this](std::string_view part) { text_.add(part); });
}

// The measurements of outlines are opened first, so that nothing is replaced if they cannot be read.
TableWriter::TableWriter(const std::filesystem::path& file, const WriteOptions& options)
    : outlines_(outlines_for(file, options)), text_(file, options) {
  if (is_parquet(file)) parquet_.emplace();
}

TableWriter::TableWriter(const SharedOutput& output, const WriteOptions& options)
    : outlines_(outlines_for(output->file(), options)), text_(output) {
  if (is_parquet(output->file())) parquet_.emplace();
}

void TableWriter::add(const Table& rows) {
  if (outlines_) return outlines_->add(rows);
  if (parquet_) return text_.add(parquet_->add(rows));
  if (!has_header_) text_.add(csv_header(rows));
  has_header_ = true;
  print_rows(rows, [&](std::string_view part) { text_.add(part); });
}

void TableWriter::end_text() {
  if (outlines_) outlines_->finish();
  if (parquet_) text_.add(parquet_->finish());
}

void TableWriter::close() {
  end_text();
  text_.close();
}

void TableWriter::finish() {
  end_text();
  text_.finish();
}

bool is_csv(const std::filesystem::path& file) { return file.extension() == ".csv"; }

bool is_table_file(const std::filesystem::path& file) { return is_csv(file) || is_parquet(file) || is_geojson(file); }

namespace {

void add_row(TextWriter& writer, ConstImageView row) {
  std::string part;
  for (std::int64_t i = 0; i < row.shape()[0]; ++i) {
    append_cell(part, row, i);
    part += line_end;
    if (part.size() < part_bytes) continue;
    writer.add(part);
    part.clear();
  }
  writer.add(part);
}

}  // namespace

void write_row(const std::filesystem::path& file, ConstImageView row, const WriteOptions& options) {
  TextWriter writer(file, options);
  add_row(writer, row);
  writer.finish();
}

void write_row(const SharedOutput& output, ConstImageView row) {
  TextWriter writer(output);
  add_row(writer, row);
  writer.close();
}

}  // namespace preamar::io

namespace preamar {

void require_table_writable(const std::filesystem::path& file, TableRows rows, const OutlineOptions& outlines) {
  if (is_url(file)) (void)parse_url(file);  // refuses a query, which no message may have
  const bool has_outlines = rows == TableRows::outlines;
  if (!io::is_table_file(file) || (io::is_geojson(file) && !has_outlines))
    throw Error(ErrorKind::call,
                text(file.string(), ": suffix '", file.extension().string(), "' is not a table format; known are ",
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
  io::print_rows(table, [&](std::string_view part) { stream << part; });
}

}  // namespace preamar
