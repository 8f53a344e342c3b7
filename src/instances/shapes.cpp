#include "instances/shapes.h"

#include <algorithm>

namespace preamar::painters {
namespace {

using Coordinate = std::int64_t;

}  // namespace

// Circles are compared in integers: both sides of the comparison are scaled to have no fraction.

Painter circles(const Window& window) {
  return each_pixel(window, [n = window.size](Coordinate, Coordinate y, Coordinate x) {
    return 4 * (from_middle_of_quarter(n, y) + from_middle_of_quarter(n, x)) >= square(n);
  });
}

Painter big_circle(const Window& window) {
  return each_pixel(window, [n = window.size](Coordinate, Coordinate y, Coordinate x) {
    return square(2 * y - n) + square(2 * x - n) < square(n - 2);
  });
}

Painter centre_circle(const Window& window) {
  return each_pixel(window, [n = window.size](Coordinate, Coordinate y, Coordinate x) {
    return 4 * (square(2 * y - n) + square(2 * x - n)) >= square(n);
  });
}

Painter ball(const Window& window) {
  return each_pixel(window, [n = window.size](Coordinate z, Coordinate y, Coordinate x) {
    return 4 * (square(2 * z - n) + square(2 * y - n) + square(2 * x - n)) >= square(n);
  });
}

Painter corners(const Window& window) {
  const auto at_end = [n = window.size](Coordinate c) { return std::min(c, n - 1 - c) < n / 8; };
  return each_pixel(window, [=](Coordinate, Coordinate y, Coordinate x) { return !(at_end(y) && at_end(x)); });
}

Painter diagonal(const Window& window) {
  return each_pixel(window, [](Coordinate, Coordinate y, Coordinate x) { return x != y; });
}

Painter cross(const Window& window) {
  return each_pixel(
      window, [last = window.size - 1](Coordinate, Coordinate y, Coordinate x) { return x != y && x + y != last; });
}

Painter chess(const Window& window, int log2_side) {
  return each_pixel(window,
                    [log2_side](Coordinate z, Coordinate y, Coordinate x) { return ((z ^ y ^ x) >> log2_side) & 1; });
}

Painter blocks(const Window& window) {
  const auto inside = [](Coordinate c) { return c % 12 < 8; };
  return each_pixel(window,
                    [=](Coordinate z, Coordinate y, Coordinate x) { return inside(z) && inside(y) && inside(x); });
}

}  // namespace preamar::painters
