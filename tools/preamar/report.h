// The report of a command, as JSON for programs; commands write the text for people themselves.
#pragma once

#include <preamar/image.h>
#include <preamar/operator.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace preamar::cli {

struct Record;
using Field = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, std::vector<double>,
                           std::vector<std::string>, std::vector<std::int64_t>, std::vector<Record>>;

// Keys and values, in the order in which they are printed.
struct Record {
  std::vector<std::pair<std::string, Field>> fields;
};

// Prints one JSON object on standard output.
void print_json(const Record& record);

[[nodiscard]] std::vector<std::int64_t> extents(const Shape& shape);
[[nodiscard]] std::int64_t bytes_of(const ImageType& type);
// As "4096x4096 uint8".
[[nodiscard]] std::string type_text(const ImageType& type);
// A number with the fewest digits that read back as the same.
[[nodiscard]] std::string value_text(const Value& value);
// As "16.0 MiB".
[[nodiscard]] std::string bytes_text(std::int64_t bytes);
// For a terminal: control characters, and bytes that are not UTF-8, become \x1b and the like.
[[nodiscard]] std::string printable(std::string_view words);
// As "12.3 ms" or "4.56 s".
[[nodiscard]] std::string seconds_text(double seconds);

}  // namespace preamar::cli
