#include "io/ome/xml_tags.h"

#include "core/error_text.h"
#include "io/header_text.h"

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

// The letter that begins at `at`, and how many bytes it takes; a byte that is not UTF-8 is one of Latin-1.
std::pair<std::uint32_t, std::size_t> letter_at(std::string_view words, std::size_t at) {
  const auto byte = static_cast<unsigned char>(words[at]);
  const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
  if (length == 1 || byte > 0xF4 || at + length > words.size()) return {byte, 1};
  std::uint32_t code = byte & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(words[at + i]);
    if ((next & 0xC0) != 0x80) return {byte, 1};
    code = code << 6 | (next & 0x3FU);
  }
  return {code, length};
}

// Whether XML may hold it.
bool is_letter(std::uint32_t code) {
  return code == '\t' || code == '\n' || (code >= 0x20 && code < 0xD800) || (code >= 0xE000 && code < 0xFFFE) ||
         (code >= 0x10000 && code <= 0x10FFFF);
}

}  // namespace

void append_utf8(std::string& to, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (!is_letter(code)) {
    to += '?';
  } else if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else {
    if (code >= 0x10000) {
      add(0xF0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3F));
    } else {
      add(0xE0 | code >> 12);
    }
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
}

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
    tag_.attributes.emplace_back(without_prefix(name), xml_unescaped(value));
  }
}

std::string xml_unescaped(std::string_view words) {
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

std::string xml_escaped(std::string_view words) {
  std::string escaped;
  for (std::size_t at = 0; at < words.size();) {
    const auto entity = std::ranges::find(entities, words[at], &std::pair<std::string_view, char>::second);
    const auto [code, length] = letter_at(words, at);
    if (entity != std::end(entities))
      escaped += text("&", entity->first, ";");
    else if (code >= 0x20 && code < 0x7F)
      escaped += words[at];
    else
      escaped += is_letter(code) ? text("&#", code, ";") : "?";
    at += length;
  }
  return escaped;
}

std::string xml_escaped_utf8(std::string_view words) {
  std::string escaped;
  for (const char c : words) {
    const auto entity = std::ranges::find(entities, c, &std::pair<std::string_view, char>::second);
    escaped += entity == std::end(entities) ? std::string(1, c) : text("&", entity->first, ";");
  }
  return escaped;
}

std::string xml_digits(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string one_line(std::string_view words) {
  std::string line;
  for (std::size_t at = 0; at < words.size();) {
    const auto [code, length] = letter_at(words, at);
    append_utf8(line, code < 0x20 || (code >= 0x7F && code < 0xA0) ? ' ' : code);
    at += length;
  }
  return std::string(trimmed(line));
}

}  // namespace preamar::io
