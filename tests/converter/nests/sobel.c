#include <stdlib.h>

// Row pointers, and names other than x and y.
[[clang::annotate("preamar::loop")]]
void sobel(const unsigned char *image, unsigned char *edges, int rows, int columns) {
  for (int r = 1; r < rows - 1; r++) {
    const unsigned char *above = image + (r - 1) * columns;
    const unsigned char *here = above + columns;
    const unsigned char *below = here + columns;
    unsigned char *target = edges + r * columns;
    for (int c = 1; c < columns - 1; c++) {
      int gx = above[c + 1] + 2 * here[c + 1] + below[c + 1] - above[c - 1] - 2 * here[c - 1] - below[c - 1];
      int gy = below[c - 1] + 2 * below[c] + below[c + 1] - above[c - 1] - 2 * above[c] - above[c + 1];
      int strength = abs(gx) + abs(gy);
      target[c] = strength > 255 ? 255 : strength;
    }
  }
}
