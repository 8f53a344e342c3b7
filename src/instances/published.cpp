#include "instances/published.h"

#include "instances/hash.h"
#include "instances/random.h"
#include "instances/shapes.h"

namespace preamar::painters {
namespace {

// Whether a pixel is within half a pixel of a circle. The squared distance from its centre and the radius are in units
// of 1/8 pixel.
bool on_circle(std::int64_t distance_squared, std::int64_t radius) {
  return square(radius - 4) <= distance_squared && distance_squared < square(radius + 4);
}

// The squared distance from the middle of the last row, in units of 1/8 pixel.
std::int64_t from_below(std::int64_t size, std::int64_t row, std::int64_t column) {
  return square(8 * (size - 1 - row)) + square(8 * (column - size / 2));
}

}  // namespace

Painter iwpp_circles(const Window& window) {
  return each_pixel(window, [n = window.size](std::int64_t, std::int64_t row, std::int64_t column) {
    return !on_circle(from_middle_of_quarter(n, row) + from_middle_of_quarter(n, column), n / 2);
  });
}

Painter iwpp_big_circle(const Window& window) {
  return each_pixel(window, [n = window.size](std::int64_t, std::int64_t row, std::int64_t column) {
    return !on_circle(from_below(n, row, column), 4 * n);
  });
}

Painter iwpp_big_disk(const Window& window) {
  return each_pixel(window, [n = window.size](std::int64_t, std::int64_t row, std::int64_t column) {
    return from_below(n, row, column) >= square(4 * n + 4);
  });
}

Painter iwpp_central_circle(const Window& window) {
  return each_pixel(window, [n = window.size](std::int64_t, std::int64_t row, std::int64_t column) {
    return !on_circle(square(8 * row - 4 * n) + square(8 * column - 4 * n), 2 * n);
  });
}

Painter iwpp_random_marker(const Window& window) {
  return [bytes = random_bytes(window), kept = key_of("iwpp-random"), window](std::int64_t plane, std::int64_t row,
                                                                              void* out) {
    bytes(plane, row, out);
    auto* to = static_cast<std::uint8_t*>(out);
    const Key row_key = draw(kept, plane, row);
    for (std::int64_t i = 0; i < window.count; ++i)
      if ((draw(row_key, window.first + i) >> 32) >= (std::uint64_t{34} << 32) / 100) to[i] = 0;
  };
}

Painter tomography_blocks(const Window& window) {
  const auto inside = [](std::int64_t c) { return c % 12 < 8; };
  return each_pixel(window,
                    [=](std::int64_t, std::int64_t row, std::int64_t column) { return inside(row) && inside(column); });
}

}  // namespace preamar::painters
