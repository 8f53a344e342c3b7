#include "report.h"

#include "core/checked.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace preamar::cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Record& record);

Json json_of(const std::vector<Record>& records) {
  Json list = Json::array();
  for (const Record& record : records) list.push_back(json_of(record));
  return list;
}

template <class T>
Json json_of(const T& value) {
  return value;
}

Json json_of(const Record& record) {
  Json object = Json::object();
  for (const auto& [key, field] : record.fields)
    object[key] = std::visit([](const auto& value) { return json_of(value); }, field);
  return object;
}

std::string words_of(bool flag) { return flag ? "true" : "false"; }

std::string words_of(const std::string& words) { return words; }

template <class Number>
std::string words_of(Number number) {
  std::array<char, 32> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

template <class Item>
std::string words_of(const std::vector<Item>& list) {
  std::string words;
  for (const Item& item : list) words += text(words.empty() ? "" : ",", words_of(item));
  return words;
}

std::string rounded(double number, int digits) {
  std::ostringstream stream;
  stream << std::fixed << std::setprecision(digits) << number;
  return stream.str();
}

// Bytes of the UTF-8 character with which the words begin; 0 where they begin with none, or with a control character.
std::size_t character_length(std::string_view words) {
  const auto byte = [&](std::size_t i) { return i < words.size() ? static_cast<unsigned char>(words[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  if (first < 0xC2 || first > 0xF4 || (first == 0xC2 && byte(1) < 0xA0)) return 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return length;
}

}  // namespace

std::string printable(std::string_view words) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string shown;
  while (!words.empty()) {
    const std::size_t length = character_length(words);
    const auto byte = static_cast<unsigned char>(words[0]);
    if (length == 0)
      shown += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    else
      shown += words.substr(0, length);
    words.remove_prefix(length == 0 ? 1 : length);
  }
  return shown;
}

void print_json(const Record& record) {
  // A file name need not be UTF-8, JSON must be.
  std::cout << json_of(record).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

std::vector<std::int64_t> extents(const Shape& shape) {
  std::vector<std::int64_t> list;
  for (int axis = 0; axis < shape.rank(); ++axis) list.push_back(shape[axis]);
  return list;
}

std::int64_t bytes_of(const ImageType& type) {
  return checked_product(type.shape.count(), size_of(type.dtype), "bytes of an image");
}

std::string type_text(const ImageType& type) { return text(type.shape.text(), " ", name_of(type.dtype)); }

std::string value_text(const Value& value) {
  return std::visit([](const auto& v) { return words_of(v); }, value);
}

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return text(bytes, " bytes");
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; amount >= 1024; ++unit) amount /= 1024;
  return text(rounded(amount, 1), " ", units[unit]);
}

std::string seconds_text(double seconds) {
  return seconds < 1 ? rounded(seconds * 1e3, 1) + " ms" : rounded(seconds, 2) + " s";
}

}  // namespace preamar::cli
