#include "words.h"

#include "core/byte_sizes.h"
#include "core/error_text.h"

#include <algorithm>
#include <array>
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
  const std::optional<std::int64_t> bytes = bytes_from(word);
  if (!bytes) throw Error(ErrorKind::call, text(what, " is '", word, "'; it must be ", byte_sizes));
  return *bytes;
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
    case OptionKind::intervals:
      return "A:B,...";
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

std::vector<double> parse_reals(std::string_view what, std::string_view word, const std::vector<std::size_t>& counts) {
  std::vector<double> numbers;
  bool all_are_numbers = true;
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    numbers.push_back(0);
    const auto [last, error] = std::from_chars(word.data() + begin, word.data() + end, numbers.back());
    all_are_numbers = all_are_numbers && error == std::errc{} && last == word.data() + end;
    begin = end + 1;
  }
  if (all_are_numbers && std::ranges::find(counts, numbers.size()) != counts.end()) return numbers;
  std::string expected;
  for (const std::size_t count : counts) expected += text(expected.empty() ? "" : " or ", count);
  throw Error(ErrorKind::call, text(what, " is '", word, "'; it must be ", expected, " numbers with commas between"));
}

}  // namespace preamar::cli
