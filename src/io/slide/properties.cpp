#include "io/slide/properties.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace preamar::io::slide {
namespace {

// The whole of `words` as a number.
template <class Number, class... How>
std::optional<Number> parse(std::string_view words, How... how) {
  Number value{};
  const char* const end = words.data() + words.size();
  const auto [at, error] = std::from_chars(words.data(), end, value, how...);
  return error == std::errc() && at == end ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<Colour> parse_colour(std::string_view words) {
  const auto value = words.size() == 6 ? parse<std::uint32_t>(words, 16) : std::nullopt;
  if (!value) return std::nullopt;
  return Colour{static_cast<std::uint8_t>(*value >> 16), static_cast<std::uint8_t>(*value >> 8 & 255),
                static_cast<std::uint8_t>(*value & 255)};
}

std::optional<double> parse_length(std::string_view words) {
  const auto value = parse<double>(words);
  return value && std::isfinite(*value) && *value > 0 ? value : std::nullopt;
}

std::optional<std::int64_t> chunk_side(std::string_view words) {
  constexpr std::int64_t least = 256;
  if (words.empty()) return 512;
  const auto tile = parse<std::int64_t>(words);
  if (!tile || *tile < 1 || *tile > 1 << 20) return {};
  return (least + *tile - 1) / *tile * *tile;
}

void compose(const std::uint32_t* from, std::int64_t count, Colour background, std::uint8_t* to) {
  const std::uint32_t behind[] = {background.red, background.green, background.blue};
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t pixel = from[i];
    const std::uint32_t missing = 255 - (pixel >> 24);
    for (unsigned channel = 0; channel < 3; ++channel) {
      const std::uint32_t sample = pixel >> (16 - 8 * channel) & 255;
      *to++ = static_cast<std::uint8_t>(std::min(255U, sample + (behind[channel] * missing + 127) / 255));
    }
  }
}

}  // namespace preamar::io::slide
