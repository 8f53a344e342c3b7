#include "io/tiff/gdal_items.h"

#include "core/error_text.h"
#include "io/header_text.h"
#include "io/ome/xml_tags.h"

#include <preamar/error.h>

#include <charconv>
#include <cmath>

namespace preamar::io {
namespace {

constexpr std::string_view list_begin = "<GDALMetadata>\n", list_end = "</GDALMetadata>\n";

std::string word_of(const XmlTag& tag, std::string_view attribute) {
  const std::string* const found = tag.find(attribute);
  return found ? *found : "";
}

// GDAL escapes a value twice.
std::string plain_value(std::string_view content) { return xml_unescaped(xml_unescaped(content)); }

// Of the band, counted from 0; -1: the item is one of the image.
int sample_of(const XmlTag& tag) {
  const std::string* const words = tag.find("sample");
  int sample = words ? 0 : -1;
  if (words) std::from_chars(words->data(), words->data() + words->size(), sample);
  return sample;
}

double item_number(std::string_view file, std::string_view role, std::string_view content) {
  const std::string words = plain_value(content);
  std::string_view digits = trimmed(words);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0;
  const bool is_number =
      std::from_chars(digits.data(), digits.data() + digits.size(), value).ptr == digits.data() + digits.size();
  if (!is_number || digits.empty() || !std::isfinite(value) || (value == 0 && role == "scale"))
    throw Error(ErrorKind::input,
                text(file, ": its ", role, " (tag 42112) is '", one_line(words).substr(0, 40),
                     "'; give a finite number", role == "scale" ? " other than 0" : "", ", or remove the item"));
  return value;
}

// Whether the item was one of the quantity.
bool take(std::string_view file, std::string_view role, std::string_view content, Quantity& quantity) {
  if (role == "scale")
    quantity.scale = item_number(file, role, content);
  else if (role == "offset")
    quantity.offset = item_number(file, role, content);
  else if (role == "unittype")
    quantity.unit = one_line(plain_value(content));
  else if (role == "description")
    quantity.description = one_line(plain_value(content));
  else
    return false;
  return true;
}

// As GDAL writes one.
std::string item_text(const XmlTag& tag, std::string_view content) {
  std::string words = text("  <Item name=\"", xml_escaped(word_of(tag, "name")), "\"");
  if (sample_of(tag) >= 0) words += " sample=\"0\"";
  for (const char* const name : {"role", "domain"})
    if (const std::string* const value = tag.find(name)) words += text(" ", name, "=\"", xml_escaped(*value), "\"");
  return text(words, ">", content, "</Item>\n");
}

std::string item_text(std::string_view name, std::string_view role, std::string_view value) {
  return text("  <Item name=\"", name, "\" sample=\"0\" role=\"", role, "\">",
              xml_escaped_utf8(xml_escaped_utf8(one_line(value))), "</Item>\n");
}

}  // namespace

GdalItems read_gdal_items(std::string_view file, std::string_view words, int band) {
  GdalItems items;
  XmlTags tags(words);
  while (const XmlTag* const tag = tags.next()) {
    const std::string_view content = tags.content();
    if (tag->name != "Item" || trimmed(content).empty() || word_of(*tag, "name").starts_with("STATISTICS_")) continue;
    const int sample = sample_of(*tag);
    if (sample >= 0 && sample != band) continue;
    if (sample < 0 || !take(file, lower_case(word_of(*tag, "role")), content, items.quantity))
      items.others += item_text(*tag, content);
  }
  if (!items.others.empty()) items.others = text(list_begin, items.others, list_end);
  return items;
}

std::string write_gdal_items(const GdalItems& items) {
  const auto& [scale, offset, unit, description] = items.quantity;
  std::string own;
  if (offset != 0 || scale != 1) {
    own += item_text("OFFSET", "offset", xml_digits(offset));
    own += item_text("SCALE", "scale", xml_digits(scale));
  }
  if (!unit.empty()) own += item_text("UNITTYPE", "unittype", unit);
  if (!description.empty()) own += item_text("DESCRIPTION", "description", description);
  if (own.empty()) return items.others;
  const std::string_view others = items.others;
  const std::size_t at = others.rfind("</GDALMetadata>");
  return text(at == others.npos ? list_begin : others.substr(0, at), own, list_end);
}

}  // namespace preamar::io
