#include "io/tiff/imagej.h"

#include "core/error_text.h"
#include "io/header_text.h"
#include "io/ome/xml_tags.h"
#include "io/units.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace preamar::io {
namespace {

// The value of the line "name=value"; empty if there is none.
std::string_view value_of(std::string_view description, std::string_view name) {
  const std::string line = text("\n", name, "=");
  const std::size_t at = description.find(line);
  if (at == description.npos) return {};
  description.remove_prefix(at + line.size());
  return description.substr(0, description.find('\n'));
}

// A positive number; 1 if there is none.
template <class T>
T number_of(std::string_view description, std::string_view name) {
  const std::string_view digits = value_of(description, name);
  T number = 1;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number > 0 && number <= std::numeric_limits<T>::max() ? number : 1;
}

// ImageJ writes a letter beyond ASCII as "\u00B5"; other programs write it as UTF-8 or as a byte of Latin-1.
std::string decoded(std::string_view words) {
  const bool is_utf8 = words.find_first_of("\xC2\xC3\xCE") != words.npos;
  std::string plain;
  while (!words.empty()) {
    std::uint32_t code = static_cast<unsigned char>(words[0]);
    std::size_t length = 1;
    if (words.size() >= 6 && words.starts_with("\\u") &&
        std::from_chars(words.data() + 2, words.data() + 6, code, 16).ptr == words.data() + 6)
      length = 6;
    if (length == 1 && is_utf8)
      plain += words[0];
    else
      append_utf8(plain, code);
    words.remove_prefix(length);
  }
  return plain;
}

// As OME names it; empty for a word that is not a unit of length, such as "pixel".
std::string unit_of(std::string_view words) {
  const std::string sign = decoded(trimmed(words));
  std::string unit = unit_word(sign);
  if (metres_per(unit)) return unit;
  // Signs such as "mm" have a meaning in their case, words such as "Microns" have none.
  unit = sign.size() > 3 ? lower_case(sign) : "";
  if (unit.ends_with('s')) unit.pop_back();
  if (unit.ends_with("metre")) unit.replace(unit.size() - 2, 2, "er");
  unit = unit_word(unit == "inche" ? "inch" : unit);
  return metres_per(unit) ? unit : "";
}

}  // namespace

std::optional<OmePixels> read_imagej(std::string_view description) {
  if (!description.starts_with("ImageJ=")) return std::nullopt;
  OmePixels pixels;
  pixels.order = "XYCZT";
  pixels.size_c = number_of<std::int64_t>(description, "channels");
  pixels.size_z = number_of<std::int64_t>(description, "slices");
  pixels.size_t = number_of<std::int64_t>(description, "frames");
  if (pixels.size_c == 1 && pixels.size_t == 1) return std::nullopt;
  return pixels;
}

bool has_imagej_unit(std::string_view description) {
  return description.starts_with("ImageJ=") && !value_of(description, "unit").empty();
}

std::vector<Axis> imagej_axes(std::string_view description, double height, double width) {
  const std::string unit = unit_of(value_of(description, "unit"));
  const auto own_unit = [&](std::string_view name) {
    const std::string_view sign = value_of(description, name);
    return sign.empty() ? unit : unit_of(sign);
  };
  std::vector<Axis> axes = {{"z", own_unit("zunit"), number_of<double>(description, "spacing")},
                            {"y", own_unit("yunit"), height},
                            {"x", unit, width}};
  const bool says_nothing =
      std::ranges::all_of(axes, [](const Axis& axis) { return axis.unit.empty() && axis.scale == 1; });
  return says_nothing ? std::vector<Axis>() : axes;
}

}  // namespace preamar::io
