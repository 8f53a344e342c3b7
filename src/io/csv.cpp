#include <preamar/io.h>

#include "core/dispatch.h"
#include "core/error_text.h"
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

// Gives the text of the table to `take`, part by part.
void print(const Table& table, const Take& take) {
  const std::vector<Column>& columns = table.columns;
  std::string piece;
  const auto end_cell = [&](std::size_t column) { piece += column + 1 < columns.size() ? "," : line_end; };
  for (std::size_t column = 0; column < columns.size(); ++column) {
    piece += header_cell(columns[column].name);
    end_cell(column);
  }
  for (std::int64_t row = 0; row < table.rows(); ++row) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      append_cell(piece, columns[column].cells, row);
      end_cell(column);
    }
    if (piece.size() < piece_bytes) continue;
    take(piece);
    piece.clear();
  }
  take(piece);
}

// What `print` gives to its argument, part by part, becomes the file.
void write_text(const std::filesystem::path& file, const WriteOptions& options,
                const std::function<void(const Take&)>& print) {
  const auto output = options.begun ? options.begun : begin_output(file, options);
  output->open(OutputTransaction::Leftovers::remove);
  OutFile out(output->partial(), file);
  print([&](std::string_view piece) { out.write(out.size(), piece.data(), static_cast<std::int64_t>(piece.size())); });
  out.close();
  output->commit();
  output->end();
}

}  // namespace

bool is_csv(const std::filesystem::path& file) { return file.extension() == ".csv"; }

void write_row(const std::filesystem::path& file, ConstImageView row, const WriteOptions& options) {
  write_text(file, options, [&](const Take& take) {
    std::string piece;
    for (std::int64_t i = 0; i < row.shape()[0]; ++i) {
      append_cell(piece, row, i);
      piece += line_end;
      if (piece.size() < piece_bytes) continue;
      take(piece);
      piece.clear();
    }
    take(piece);
  });
}

}  // namespace preamar::io

namespace preamar {

void require_table_writable(const std::filesystem::path& file) {
  if (!io::is_csv(file))
    throw Error(ErrorKind::call,
                text(file.string(), ": suffix '", file.extension().string(), "' is no table format; known is .csv"));
}

void write_table(const std::filesystem::path& file, const Table& table, const WriteOptions& options) {
  require_table_writable(file);
  io::write_text(file, options, [&](const io::Take& take) { io::print(table, take); });
}

void write_table(std::ostream& stream, const Table& table) {
  io::print(table, [&](std::string_view piece) { stream << piece; });
}

}  // namespace preamar
