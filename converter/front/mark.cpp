#include "front/mark.h"

#include "words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace preamar::convert {
namespace {

constexpr std::string_view prefix = "preamar::";
constexpr std::array<std::pair<std::string_view, Skeleton>, 5> options{{{"border", Skeleton::stencil},
                                                                        {"beyond", Skeleton::stencil},
                                                                        {"lift", Skeleton::reduce},
                                                                        {"pixel", Skeleton::reduce},
                                                                        {"bins", Skeleton::histogram}}};
// As preamar::name_of has them, which is in a library that this program does without.
constexpr std::string_view dtype_words[dtype_count] = {"bool",  "uint8", "uint16", "uint32",  "uint64", "int8",
                                                       "int16", "int32", "int64",  "float32", "float64"};

}  // namespace

std::optional<Mark> read_mark(std::string_view text) {
  if (!text.starts_with(prefix)) return {};
  std::istringstream words{std::string(text.substr(prefix.size()))};
  Mark mark;
  words >> mark.word;
  mark.skeleton = named<Skeleton>(skeleton_words, mark.word);
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

std::optional<Border> border_named(std::string_view name) { return named<Border>(border_words, name); }
std::optional<DType> dtype_named(std::string_view name) { return named<DType>(dtype_words, name); }

std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return {};
  return value;
}

}  // namespace preamar::convert
