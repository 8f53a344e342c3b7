#include "io/ome/xml_tags.h"

#include "core/error_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace preamar::io {
namespace {

constexpr std::string_view spaces = " \t\r\n";
constexpr std::pair<std::string_view, char> entities[] = {
    {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};

void skip_spaces(std::string_view& words) {
  words.remove_prefix(std::min(words.size(), words.find_first_not_of(spaces)));
}

// Up to one of `ends`, which stays.
std::string_view take_until(std::string_view& words, std::string_view ends) {
  const std::string_view taken = words.substr(0, words.find_first_of(ends));
  words.remove_prefix(taken.size());
  return taken;
}

std::string_view without_prefix(std::string_view name) { return name.substr(name.find(':') + 1); }

void append_utf8(std::string& to, std::uint32_t code) {
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += static_cast<char>(0xC0 | code >> 6);
    to += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    to += static_cast<char>(0xE0 | code >> 12);
    to += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    to += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    to += '?';
  }
}

// What stands for `&name;`; false where it stands for nothing.
bool append_entity(std::string& to, std::string_view name) {
  for (const auto& [word, sign] : entities)
    if (name == word) {
      to += sign;
      return true;
    }
  if (!name.starts_with('#')) return false;
  const bool is_hex = name.starts_with("#x");
  std::uint32_t code = 0;
  const char* const end = name.data() + name.size();
  if (std::from_chars(name.data() + (is_hex ? 2 : 1), end, code, is_hex ? 16 : 10).ptr != end) return false;
  append_utf8(to, code);
  return true;
}

std::string unescaped(std::string_view words) {
  std::string plain;
  while (!words.empty()) {
    plain += take_until(words, "&");
    if (words.empty()) break;
    const std::size_t end = words.substr(0, 16).find(';');
    const bool is_known = end != std::string_view::npos && append_entity(plain, words.substr(1, end - 1));
    if (!is_known) plain += '&';
    words.remove_prefix(is_known ? end + 1 : 1);
  }
  return plain;
}

}  // namespace

const std::string* XmlTag::find(std::string_view attribute) const {
  const auto found = std::ranges::find(attributes, attribute, &std::pair<std::string, std::string>::first);
  return found == attributes.end() ? nullptr : &found->second;
}

const XmlTag* XmlTags::next() {
  for (;;) {
    (void)take_until(rest_, "<");
    if (rest_.empty()) return nullptr;
    if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skip("<!", ">") || skip("</", ">"))
      continue;
    rest_.remove_prefix(1);
    tag_.name = without_prefix(take_until(rest_, " \t\r\n/>"));
    tag_.attributes.clear();
    return read_attributes() ? &tag_ : nullptr;
  }
}

std::string_view XmlTags::content() const {
  const std::string_view words = rest_.substr(0, rest_.find('<'));
  return words.substr(std::min<std::size_t>(words.size(), 1));  // without the tag's end
}

bool XmlTags::skip(std::string_view begin, std::string_view end) {
  if (!rest_.starts_with(begin)) return false;
  const std::size_t at = rest_.find(end, begin.size());
  rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
  return true;
}

// Up to the tag's end; false where it has none.
bool XmlTags::read_attributes() {
  for (;;) {
    skip_spaces(rest_);
    if (rest_.starts_with('/')) rest_.remove_prefix(1);
    if (rest_.starts_with('>')) return true;
    const std::string_view name = take_until(rest_, " \t\r\n=/>");
    skip_spaces(rest_);
    if (name.empty() || !rest_.starts_with('=')) return false;
    rest_.remove_prefix(1);
    skip_spaces(rest_);
    if (!rest_.starts_with('"') && !rest_.starts_with('\'')) return false;
    const std::string_view quote = rest_.substr(0, 1);
    rest_.remove_prefix(1);
    const std::string_view value = take_until(rest_, quote);
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    tag_.attributes.emplace_back(without_prefix(name), unescaped(value));
  }
}

std::string xml_escaped(std::string_view words) {
  std::string escaped;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto byte = static_cast<unsigned char>(words[i]);
    const auto entity = std::ranges::find(entities, words[i], &std::pair<std::string_view, char>::second);
    if (entity != std::end(entities)) {
      escaped += text("&", entity->first, ";");
    } else if (byte >= 0xC0 && byte < 0xE0 && i + 1 < words.size()) {
      escaped += text("&#", (byte & 0x1F) << 6 | (static_cast<unsigned char>(words[i + 1]) & 0x3F), ";");
      ++i;
    } else {
      escaped += byte >= 0x20 && byte < 0x7F ? words[i] : '?';
    }
  }
  return escaped;
}

}  // namespace preamar::io
