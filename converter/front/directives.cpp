#include "front/directives.h"

#include <array>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>

namespace preamar::convert {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> attributes{{
    {"P2P_FUNC", "[[clang::annotate(\"preamar::map by-place\")]]"},
    {"N2P_FUNC", "[[clang::annotate(\"preamar::stencil by-place\")]]"},
    {"R2S_FUNC", "[[clang::annotate(\"preamar::reduce pixel=uint8\")]]"},
    {"R2V_FUNC", "[[clang::annotate(\"preamar::histogram by-place\")]]"},
    {"STRUCT", ""},
}};

// The word after '#', if a line consists only of a directive.
std::string_view directive_in(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || line[begin] != '#') return {};
  const auto word = line.find_first_not_of(" \t", begin + 1);
  const auto end = line.find_last_not_of(" \t\r");
  return word == std::string_view::npos ? std::string_view{} : line.substr(word, end + 1 - word);
}

// Declares types that the text leaves open: pixels are reduced as int.
std::string open_types(const std::string& text) {
  std::string declared;
  for (const char* name : {"T", "E"}) {
    const std::regex is_used(std::string("\\b") + name + "\\b");
    const std::regex is_declared(std::string("(typedef[^;]*|#[ \t]*define[ \t]+)\\b") + name + "\\b");
    if (std::regex_search(text, is_used) && !std::regex_search(text, is_declared))
      declared += std::string("typedef int ") + name + "; ";
  }
  return declared;
}

}  // namespace

std::string with_attributes(const std::string& text) {
  std::istringstream lines(text);
  std::string all, line;
  bool are_types_open = true;
  while (std::getline(lines, line)) {
    const std::string_view word = directive_in(line);
    for (const auto& [name, attribute] : attributes) {
      if (word != name) continue;
      line = attribute;
      if (name == "R2S_FUNC" && std::exchange(are_types_open, false)) line = open_types(text) + line;
      break;
    }
    all += line;
    if (!lines.eof()) all += '\n';
  }
  return all;
}

}  // namespace preamar::convert
