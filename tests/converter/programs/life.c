#include <stdbool.h>

// One turn of Conway's game, on a torus.
[[clang::annotate("preamar::stencil border=wrap")]]
static bool life(bool cell[3][3]) {
  int neighbours = -cell[1][1];
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 3; x++) neighbours += cell[y][x];
  return neighbours == 3 || (neighbours == 2 && cell[1][1]);
}
