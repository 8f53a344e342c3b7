// What OpenSlide reports of a slide as text, parsed; and its pixels, over the slide's background.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace preamar::io::slide {

struct Colour {
  std::uint8_t red, green, blue;
  friend bool operator==(const Colour&, const Colour&) = default;
};

// "FFEEDD", as in openslide.background-color; nothing for other words.
[[nodiscard]] std::optional<Colour> parse_colour(std::string_view words);
// A positive, finite number, as in openslide.mpp-x; nothing for other words.
[[nodiscard]] std::optional<double> parse_length(std::string_view words);
// The side of a chunk along one axis of a level, from openslide.level[N].tile-width or -height: the fewest whole tiles
// that are at least 256 pixels; 512 without words; nothing for any other words than a number from 1 to 2^20.
[[nodiscard]] std::optional<std::int64_t> chunk_side(std::string_view words);

// `count` pixels of premultiplied ARGB over a background, as interleaved RGB. With alpha a in 0 to 255, a sample is
// min(255, c + (b * (255 - a) + 127) / 255) in integers, where c is the premultiplied sample and b the background's.
void compose(const std::uint32_t* from, std::int64_t count, Colour background, std::uint8_t* to);

}  // namespace preamar::io::slide
