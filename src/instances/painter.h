// Painters compute the images of instances row by row.
#pragma once

#include <cstdint>
#include <functional>

namespace preamar::painters {

// The columns, of an image of `size` pixels per side, that a painter computes.
struct Window {
  std::int64_t size;
  std::int64_t first;
  std::int64_t count;
};

// Writes the pixels of one row in the window: uint8, or the dtype in the table. A 2-D image has only plane 0. Pixels
// depend only on the name, the size and the coordinates. Rows may come in any order; a painter may cache values for the
// next row.
using Painter = std::function<void(std::int64_t plane, std::int64_t row, void* out)>;

// A painter that calls pixel(plane, row, column) for each pixel.
template <class F>
Painter each_pixel(const Window& window, F pixel) {
  return [window, pixel](std::int64_t plane, std::int64_t row, void* out) {
    auto* to = static_cast<std::uint8_t*>(out);
    for (std::int64_t i = 0; i < window.count; ++i)
      to[i] = static_cast<std::uint8_t>(pixel(plane, row, window.first + i));
  };
}

}  // namespace preamar::painters
