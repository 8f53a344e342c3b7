#include "writers/templates.h"

#include <optional>
#include <stdexcept>
#include <utility>

namespace preamar::convert {
namespace {

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The name between the first two @ of `text`, which begins with one; empty if it is no name.
std::optional<std::string_view> place_at(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && is_of_name(text[end])) ++end;
  const std::size_t stop = end < text.size() && text[end] == '?' ? end + 1 : end;
  if (end == 1 || stop >= text.size() || text[stop] != '@') return std::nullopt;
  return text.substr(1, stop - 1);
}

void fill_line(std::string_view line, const Values& values, std::string& result) {
  if (const auto place = line.starts_with('@') ? place_at(line) : std::nullopt; place && place->ends_with('?')) {
    const auto value = values.find(place->substr(0, place->size() - 1));
    if (value == values.end() || value->second.empty()) return;
    line.remove_prefix(place->size() + 2);
  }
  while (!line.empty()) {
    const std::size_t at = line.find('@');
    result += line.substr(0, at);
    if (at == std::string_view::npos) return;
    line.remove_prefix(at);
    const auto place = place_at(line);
    if (!place) {
      result += '@';
      line.remove_prefix(1);
      continue;
    }
    const auto value = values.find(*place);
    if (value == values.end()) throw std::logic_error("no value for @" + std::string(*place) + "@");
    result += value->second;
    line.remove_prefix(place->size() + 2);
  }
}

}  // namespace

std::string when(bool holds, std::string value) { return holds ? std::move(value) : std::string(); }

std::string fill(std::string_view text, const Values& values) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    fill_line(text.substr(0, length), values, result);
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace preamar::convert
