#include "io/header_text.h"

#include "core/error_text.h"
#include "io/named_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace preamar::io {
namespace {

constexpr std::int64_t longest_header = std::int64_t{1} << 20;
constexpr std::string_view blanks = " \t\r";

std::string key_of(std::string_view name) {
  std::string key = lower_case(name);
  std::erase(key, ' ');
  return key;
}

}  // namespace

HeaderLines::HeaderLines(const InFile& file) : file_(file) {
  text_.resize(static_cast<std::size_t>(std::min(file.size(), longest_header)));
  file.read(0, text_.data(), static_cast<std::int64_t>(text_.size()));
}

bool HeaderLines::next(std::string_view& line) {
  const std::string_view rest = std::string_view(text_).substr(static_cast<std::size_t>(at_));
  if (rest.empty()) return false;
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos && file_.size() > longest_header)
    throw Error(ErrorKind::io, text(file_.path().string(), ": its header does not end within ", longest_header,
                                    " bytes; the file is broken or of another format"));
  line = rest.substr(0, end);
  at_ += static_cast<std::int64_t>(end == std::string_view::npos ? rest.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

void HeaderFields::set(std::string_view name, std::string_view value) { values_[key_of(name)] = value; }

std::string_view HeaderFields::get(std::string_view name, std::string_view fallback) const {
  const auto found = values_.find(key_of(name));
  return found == values_.end() ? fallback : std::string_view(found->second);
}

std::string_view HeaderFields::need(std::string_view name) const {
  const auto found = values_.find(key_of(name));
  if (found == values_.end()) throw Error(ErrorKind::io, text(file_.string(), ": its header lacks '", name, "'"));
  return found->second;
}

std::int64_t HeaderFields::number(std::string_view name, std::string_view fallback) const {
  return whole_number(file_, name, get(name, fallback));
}

std::string_view trimmed(std::string_view words) {
  const std::size_t first = words.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return words.substr(first, words.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view words) {
  std::string lower(words);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::vector<std::string_view> split_words(std::string_view words) {
  std::vector<std::string_view> list;
  for (words = trimmed(words); !words.empty();) {
    const std::size_t end = std::min(words.find_first_of(blanks), words.size());
    list.push_back(words.substr(0, end));
    words = trimmed(words.substr(end));
  }
  return list;
}

std::int64_t whole_number(const std::filesystem::path& file, std::string_view field, std::string_view digits) {
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, code] = std::from_chars(digits.data(), end, value);
  if (code != std::errc() || stop != end)
    throw Error(ErrorKind::io, text(file.string(), ": its header has '", field, "' as '", digits,
                                    "', which is not an integer of 64 bits"));
  return value;
}

Shape shape_from_fastest(const HeaderFields& header, std::string_view rank_field, std::string_view extents_field) {
  const std::filesystem::path& file = header.file();
  const std::int64_t rank = whole_number(file, rank_field, header.need(rank_field));
  if (rank < 2 || rank > max_rank)
    throw Error(ErrorKind::input, text(file.string(), ": is an image of rank ", rank, "; give one of rank 2 or 3"));
  const auto words = split_words(header.need(extents_field));
  if (static_cast<std::int64_t>(words.size()) != rank)
    throw Error(ErrorKind::io, text(file.string(), ": its header has ", words.size(), " numbers in '", extents_field,
                                    "', but the rank is ", rank));
  std::int64_t numbers[max_rank] = {};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::int64_t extent = whole_number(file, extents_field, words[i]);
    if (extent < 1)
      throw Error(ErrorKind::io, text(file.string(), ": its header has ", extent, " in '", extents_field,
                                      "'; an extent is at least 1"));
    numbers[words.size() - 1 - i] = extent;
  }
  return Shape(numbers, static_cast<int>(rank));
}

std::string fastest_first(const Shape& shape) {
  std::string words;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) words += text(words.empty() ? "" : " ", shape[axis]);
  return words;
}

DType dtype_named(const HeaderFields& header, std::string_view given, std::span<const TypeName> names,
                  std::string_view read) {
  const auto found = std::ranges::find(names, given, &TypeName::name);
  if (found == names.end())
    throw Error(ErrorKind::input,
                text(header.file().string(), ": its pixels are of type '", given, "'; ", read, " are read"));
  return found->dtype;
}

std::filesystem::path data_file(const HeaderFields& header, std::string_view field) {
  const std::string_view name = header.need(field);
  const auto words = split_words(name);
  if (name == "LIST" || (words.size() > 1 && (words[0] == "LIST" || name.find('%') != std::string_view::npos)))
    throw Error(ErrorKind::input, text(header.file().string(), ": its data is spread over several files ('", name,
                                       "'); convert it to one file"));
  return named_file(header.file(), field, name);
}

}  // namespace preamar::io
