#include "io/imagej.h"

#include "core/error_text.h"

#include <charconv>
#include <string>

namespace preamar::io {
namespace {

// The number of the line "name=number"; 1 if there is none.
std::int64_t number_of(std::string_view description, std::string_view name) {
  const std::string line = text("\n", name, "=");
  const std::size_t at = description.find(line);
  std::int64_t number = 1;
  if (at == description.npos) return number;
  std::from_chars(description.data() + at + line.size(), description.data() + description.size(), number);
  return number < 1 ? 1 : number;
}

}  // namespace

std::optional<OmePixels> read_imagej(std::string_view description) {
  if (!description.starts_with("ImageJ=")) return std::nullopt;
  OmePixels pixels;
  pixels.order = "XYCZT";
  pixels.size_c = number_of(description, "channels");
  pixels.size_z = number_of(description, "slices");
  pixels.size_t = number_of(description, "frames");
  if (pixels.size_c == 1 && pixels.size_t == 1) return std::nullopt;
  return pixels;
}

}  // namespace preamar::io
