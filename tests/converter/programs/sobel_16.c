#include <stdint.h>
#include <stdlib.h>

[[clang::annotate("preamar::stencil")]]
static int32_t sobel_16(uint16_t p[3][3]) {
  const int32_t dx = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
  const int32_t dy = p[2][0] + 2 * p[2][1] + p[2][2] - p[0][0] - 2 * p[0][1] - p[0][2];
  return abs(dx) + abs(dy);
}
