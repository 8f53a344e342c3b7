// What an instance is made of: painters, which write an image row by row.
#pragma once

#include <cstdint>
#include <functional>

namespace preamar::painters {

// The columns of an image of `size` pixels a side that a painter is made for.
struct Window {
  std::int64_t size;
  std::int64_t first;
  std::int64_t count;
};

// Writes the window's pixels of one row: uint8, or what the table says. A 2-D image has only plane 0.
// The pixels depend on nothing but the name, the size and the coordinates; rows may come in any order, and
// a painter may keep what the next row can use.
using Painter = std::function<void(std::int64_t plane, std::int64_t row, void* out)>;

// A painter that asks pixel(plane, row, column) for each pixel.
template <class F>
Painter each_pixel(const Window& window, F pixel) {
  return [window, pixel](std::int64_t plane, std::int64_t row, void* out) {
    auto* to = static_cast<std::uint8_t*>(out);
    for (std::int64_t i = 0; i < window.count; ++i)
      to[i] = static_cast<std::uint8_t>(pixel(plane, row, window.first + i));
  };
}

}  // namespace preamar::painters
