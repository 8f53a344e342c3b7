// Binary images from formulas: circles, lines, chessboards. 1 is foreground, 0 is background.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

constexpr std::int64_t square(std::int64_t a) { return a * a; }

// The squared distance of a coordinate from the middle of its quarter of the image, in units of 1/8 pixel.
constexpr std::int64_t from_middle_of_quarter(std::int64_t size, std::int64_t coordinate) {
  return square(2 * (4 * coordinate % size) - size);
}

Painter circles(const Window& window);        // 0 in 4x4 disks
Painter big_circle(const Window& window);     // 1 in one disk that nearly fills the image
Painter centre_circle(const Window& window);  // 0 in a disk of half the side
Painter ball(const Window& window);           // 0 in a ball of half the side
Painter corners(const Window& window);        // 0 in a square in each corner
Painter diagonal(const Window& window);       // 0 on one diagonal
Painter cross(const Window& window);          // 0 on both diagonals

// Alternating cubes (in 2-D, squares) of 0 and 1, with 2^log2_side pixels per side.
Painter chess(const Window& window, int log2_side);
// Separate cubes or squares with 8 pixels per side, 4 pixels apart.
Painter blocks(const Window& window);

}  // namespace preamar::painters
