#include "front/mark.h"

#include "words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace preamar::convert {
namespace {

constexpr std::string_view prefix = "preamar::";
// Options, and the only kind that has each; every kind has `loop` and `margin`.
struct KnownOption {
  std::string_view name;
  std::optional<Skeleton> kind;
};
constexpr KnownOption options[] = {
    {"border", Skeleton::stencil},
    {"beyond", Skeleton::stencil},
    {"lift", Skeleton::reduce},
    {"pixel", Skeleton::reduce},
    {"bins", Skeleton::histogram},
    {"loop", {}},
    {"margin", {}},
    {"size", {}},
};
constexpr std::string_view by_place_word = "by-place";
// As in preamar::name_of, which is in a library that this program does not link.
constexpr std::string_view dtype_words[dtype_count] = {"bool",  "uint8", "uint16", "uint32",  "uint64", "int8",
                                                       "int16", "int32", "int64",  "float32", "float64"};

// The marks of a parameter besides "parameter".
constexpr std::string_view role_words[] = {"pixel", "index", "x", "y", "z", "width", "height", "depth"};
constexpr Role marked_roles[] = {Role::pixel, Role::index, Role::x,      Role::y,
                                 Role::z,     Role::width, Role::height, Role::depth};

}  // namespace

std::optional<Mark> read_mark(std::string_view text) {
  if (!text.starts_with(prefix)) return {};
  std::istringstream words{std::string(text.substr(prefix.size()))};
  Mark mark;
  words >> mark.word;
  mark.skeleton = named<Skeleton>(skeleton_words, mark.word);
  for (std::string word; words >> word;) {
    if (word == by_place_word) {
      mark.is_by_place = true;
      continue;
    }
    const auto equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const bool is_known = std::ranges::any_of(options, [&](const KnownOption& option) {
      return option.name == key && (!option.kind || option.kind == mark.skeleton);
    });
    if (!is_known || equals == std::string::npos)
      mark.odd_words.push_back(word);
    else
      mark.options[key] = word.substr(equals + 1);
  }
  return mark;
}

std::optional<Border> border_named(std::string_view name) { return named<Border>(border_words, name); }
std::optional<DType> dtype_named(std::string_view name) { return named<DType>(dtype_words, name); }

std::optional<Role> role_named(std::string_view name) {
  if (name == "parameter") return Role::setting;
  for (std::size_t i = 0; i < std::size(role_words); ++i)
    if (role_words[i] == name) return marked_roles[i];
  return {};
}

std::optional<LoopCall> loop_in(const std::string& text) {
  const auto open = text.find('(');
  if (open == std::string::npos || open == 0 || !text.ends_with(')')) return {};
  LoopCall loop{text.substr(0, open), {}};
  std::istringstream list(text.substr(open + 1, text.size() - open - 2));
  for (std::string word; std::getline(list, word, ',');) loop.arguments.push_back(word);
  return loop;
}

std::vector<std::int64_t> numbers_in(const std::string& text, double least, double most) {
  std::istringstream list(text);
  std::vector<std::int64_t> numbers;
  for (std::string word; std::getline(list, word, ',');) {
    const std::optional<double> number = number_in(word);
    if (!number || *number < least || *number > most || *number != std::floor(*number)) return {};
    numbers.push_back(static_cast<std::int64_t>(*number));
  }
  return numbers;
}

std::optional<std::array<std::int64_t, 6>> margin_in(const std::string& text) {
  const std::vector<std::int64_t> numbers = numbers_in(text, 0, 15);
  if (numbers.size() != 4 && numbers.size() != 6) return {};
  std::array<std::int64_t, 6> margin{};
  std::ranges::copy(numbers, margin.end() - static_cast<std::ptrdiff_t>(numbers.size()));
  return margin;
}

std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return {};
  return value;
}

}  // namespace preamar::convert
