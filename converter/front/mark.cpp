#include "front/mark.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace preamar::convert {
namespace {

constexpr std::string_view prefix = "preamar::";
constexpr std::array<std::pair<std::string_view, Skeleton>, 4> skeletons{{{"map", Skeleton::map},
                                                                          {"stencil", Skeleton::stencil},
                                                                          {"reduce", Skeleton::reduce},
                                                                          {"histogram", Skeleton::histogram}}};
constexpr std::array<std::pair<std::string_view, Skeleton>, 5> options{{{"border", Skeleton::stencil},
                                                                        {"beyond", Skeleton::stencil},
                                                                        {"lift", Skeleton::reduce},
                                                                        {"pixel", Skeleton::reduce},
                                                                        {"bins", Skeleton::histogram}}};
constexpr std::array<std::pair<std::string_view, Border>, 4> borders{{{"nearest", Border::nearest},
                                                                      {"reflect", Border::reflect},
                                                                      {"constant", Border::constant},
                                                                      {"wrap", Border::wrap}}};
constexpr std::array<std::pair<std::string_view, DType>, 11> dtypes{{{"bool", DType::boolean},
                                                                     {"uint8", DType::uint8},
                                                                     {"uint16", DType::uint16},
                                                                     {"uint32", DType::uint32},
                                                                     {"uint64", DType::uint64},
                                                                     {"int8", DType::int8},
                                                                     {"int16", DType::int16},
                                                                     {"int32", DType::int32},
                                                                     {"int64", DType::int64},
                                                                     {"float32", DType::float32},
                                                                     {"float64", DType::float64}}};

template <class Table>
auto named(const Table& table, std::string_view name) -> std::optional<decltype(table[0].second)> {
  for (const auto& [word, value] : table)
    if (word == name) return value;
  return {};
}

}  // namespace

std::optional<Mark> read_mark(std::string_view text) {
  if (!text.starts_with(prefix)) return {};
  std::istringstream words{std::string(text.substr(prefix.size()))};
  Mark mark;
  words >> mark.word;
  mark.skeleton = named(skeletons, mark.word);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const bool is_known = std::ranges::any_of(
        options, [&](const auto& option) { return option.first == key && option.second == mark.skeleton; });
    if (!is_known || equals == std::string::npos)
      mark.odd_words.push_back(word);
    else
      mark.options[key] = word.substr(equals + 1);
  }
  return mark;
}

std::optional<Border> border_named(std::string_view name) { return named(borders, name); }
std::optional<DType> dtype_named(std::string_view name) { return named(dtypes, name); }

std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return {};
  return value;
}

}  // namespace preamar::convert
