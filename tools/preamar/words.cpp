#include "words.h"

#include "core/error_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace preamar::cli {
namespace {

bool is_number(std::string_view word, std::int64_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size();
}

}  // namespace

std::int64_t parse_number(std::string_view what, std::string_view word, std::int64_t lowest, std::int64_t highest) {
  std::int64_t number = 0;
  if (!is_number(word, number) || number < lowest || number > highest)
    throw Error(ErrorKind::call, text(what, " is '", word, "'; it must be an integer from ", lowest,
                                      highest == INT64_MAX ? std::string(" on") : text(" to ", highest)));
  return number;
}

std::int64_t parse_bytes(std::string_view what, std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  std::string unit;
  for (const char letter : word.substr(digits))
    unit += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  // "GB" is 10^9 bytes, "G" and "GIB" are 2^30.
  constexpr std::string_view letters = "KMGT";
  const std::size_t power = unit.empty() || unit == "B" ? 0 : letters.find(unit[0]) + 1;
  const std::string_view ending = std::string_view(unit).substr(power == 0 ? unit.size() : 1);
  const bool is_known =
      (unit.empty() || unit == "B" || power > 0) && (ending.empty() || ending == "B" || ending == "IB");
  std::int64_t number = 0;
  bool fits = is_known && is_number(word.substr(0, digits), number);
  for (std::size_t i = 0; fits && i < power; ++i) {
    const std::int64_t factor = ending == "B" ? 1000 : 1024;
    fits = number <= INT64_MAX / factor;
    number *= fits ? factor : 1;
  }
  if (!fits)
    throw Error(ErrorKind::call,
                text(what, " is '", word, "'; it must be a size such as 4GiB or 4G (2^30), 4GB (10^9) or 1000000"));
  return number;
}

std::string placeholder(const Option& option) {
  switch (option.kind) {
    case OptionKind::flag:
      return "";
    case OptionKind::integer:
      return "N";
    case OptionKind::real:
      return "X";
    case OptionKind::reals:
      return "X,...";
    case OptionKind::word:
      return "WORD";
    case OptionKind::words:
      break;
  }
  return "WORD,...";
}

std::string description(const Option& option) {
  const std::string choices = option.choices.empty() ? "" : accepted_text(option) + "; ";
  const std::string whole = text(option.help, " (", choices);
  return whole + (is_required(option) ? "required)" : text("default: ", default_text(option), ")"));
}

Shape parse_shape(std::string_view what, std::string_view word) {
  std::array<std::int64_t, max_rank> extents{};
  int rank = 0;
  for (std::size_t begin = 0; begin <= word.size() && rank < max_rank; ++rank) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    extents[static_cast<std::size_t>(rank)] = parse_number(what, word.substr(begin, end - begin), 1);
    begin = end + 1;
    if (end == word.size()) return {extents.data(), rank + 1};
  }
  throw Error(ErrorKind::call, text(what, " is '", word, "'; it must be two or three numbers, as 1024,4096"));
}

}  // namespace preamar::cli
