// Binary images from formulas: circles, lines, boards. 1 is foreground, and 0 what distances are taken to.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

Painter circles(const Window& window);        // 0 in 4x4 disks
Painter big_circle(const Window& window);     // 1 in one disk that nearly fills the image
Painter centre_circle(const Window& window);  // 0 in a disk of half the side
Painter ball(const Window& window);           // 0 in a ball of half the side
Painter corners(const Window& window);        // 0 in a square in each corner
Painter diagonal(const Window& window);       // 0 on one diagonal
Painter cross(const Window& window);          // 0 on both

// Cubes of 2^log2_side pixels a side, alternately 0 and 1; in 2-D, squares.
Painter chess(const Window& window, int log2_side);
// Separate blocks of 8 pixels a side, 4 apart.
Painter blocks(const Window& window);

}  // namespace preamar::painters
