// The start tags of an XML text, one after another: just what a few attributes of a description need. What is between
// them, and whether they are closed, is not looked at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace preamar::io {

struct XmlTag {
  std::string name;  // without its prefix, as those of the attributes
  std::vector<std::pair<std::string, std::string>> attributes;

  // Null where there is none of that name.
  [[nodiscard]] const std::string* find(std::string_view attribute) const;
};

class XmlTags {
 public:
  explicit XmlTags(std::string_view words) : rest_(words) {}
  // Valid until the next; null at the end, or where the text is not XML any more.
  [[nodiscard]] const XmlTag* next();
  // The text between the tag and the one after it.
  [[nodiscard]] std::string_view content() const;

 private:
  bool skip(std::string_view begin, std::string_view end);
  bool read_attributes();

  std::string_view rest_;
  XmlTag tag_;
};

// What stands in a text for its entities.
[[nodiscard]] std::string xml_unescaped(std::string_view words);
// As the value of an attribute, in ASCII. A byte that is not UTF-8 is taken for one of Latin-1.
[[nodiscard]] std::string xml_escaped(std::string_view words);
// As a text in UTF-8.
[[nodiscard]] std::string xml_escaped_utf8(std::string_view words);
// The fewest digits that read back as the same.
[[nodiscard]] std::string xml_digits(double value);

// Appends a letter; '?' for a code that XML does not hold.
void append_utf8(std::string& to, std::uint32_t code);
// Words of a file as others may print them: UTF-8, without blanks at its ends, with a space for each control character.
[[nodiscard]] std::string one_line(std::string_view words);

}  // namespace preamar::io
