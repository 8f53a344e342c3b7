#include "io/tiff/imagej.h"

#include "core/error_text.h"
#include "io/units.h"

#include <charconv>
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
  return number > 0 ? number : 1;
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

std::string imagej_unit(std::string_view description) {
  if (!description.starts_with("ImageJ=")) return "";
  std::string unit = unit_word(value_of(description, "unit"));
  return metres_per(unit) ? unit : "";
}

double imagej_plane_distance(std::string_view description) { return number_of<double>(description, "spacing"); }

}  // namespace preamar::io
