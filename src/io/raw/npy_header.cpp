#include "io/raw/npy_header.h"

#include "core/error_text.h"
#include "io/header_text.h"

#include <preamar/error.h>

#include <algorithm>
#include <set>

namespace preamar::io {
namespace {

constexpr std::string_view blanks = " \t\r\n";

class Parser {
 public:
  Parser(const std::filesystem::path& file, std::string_view words) : file_(file), rest_(words) {}

  NpyHeader parse() {
    NpyHeader header;
    std::set<std::string, std::less<>> found;
    take("{", "the dict");
    while (!try_take("}")) {
      const std::string key = quoted("a key");
      take(":", key);
      if (key == "descr")
        header.descr = descr();
      else if (key == "fortran_order")
        header.is_fortran = boolean(key);
      else if (key == "shape")
        header.shape = tuple(key);
      else
        fail(key, "is unknown");
      if (!found.insert(key).second) fail(key, "is given twice");
      if (!try_take(",") && !peek("}")) fail(key, "is not followed by ',' or '}'");
    }
    for (const char* const key : {"descr", "fortran_order", "shape"})
      if (!found.contains(key)) fail(key, "is missing");
    skip();
    if (!rest_.empty()) fail("the dict", "is followed by other text");
    return header;
  }

 private:
  [[noreturn]] void fail(std::string_view field, std::string_view what) const {
    throw Error(ErrorKind::io, text(file_.string(), ": in its header, ", field, " ", what, "; the file is broken"));
  }

  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); }
  bool peek(std::string_view sign) {
    skip();
    return rest_.starts_with(sign);
  }
  bool try_take(std::string_view sign) {
    if (!peek(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }
  void take(std::string_view sign, std::string_view field) {
    if (!try_take(sign)) fail(field, text("lacks '", sign, "'"));
  }

  std::string quoted(std::string_view field) {
    const std::string_view quote = peek("\"") ? "\"" : "'";
    take(quote, field);
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) fail(field, "has no closing quote");
    std::string words(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return words;
  }

  std::string descr() {
    if (peek("["))
      throw Error(ErrorKind::input, text(file_.string(), ": its field 'descr' is a list of fields; save one of them"));
    return quoted("descr");
  }

  bool boolean(std::string_view field) {
    if (try_take("True")) return true;
    if (!try_take("False")) fail(field, "is neither True nor False");
    return false;
  }

  std::vector<std::int64_t> tuple(std::string_view field) {
    std::vector<std::int64_t> numbers;
    take("(", field);
    while (!try_take(")")) {
      skip();
      const std::string_view digits = rest_.substr(0, rest_.find_first_not_of("0123456789"));
      numbers.push_back(whole_number(file_, field, digits));
      rest_.remove_prefix(digits.size());
      if (!try_take(",") && !peek(")")) fail(field, "is not a list of numbers");
    }
    return numbers;
  }

  const std::filesystem::path& file_;
  std::string_view rest_;
};

}  // namespace

NpyHeader parse_npy_header(const std::filesystem::path& file, std::string_view words) {
  return Parser(file, words).parse();
}

}  // namespace preamar::io
