#include <math.h>

typedef struct {
  float middle_x, middle_y, reach;
} lens;
static const lens wide = {960.0f, 540.0f, 1400.0f};

// Darker with the distance from the middle.
[[clang::annotate("preamar::map")]]
static float vignette(float level, int x, int y, lens lens) {
  const float dx = (float)x - lens.middle_x, dy = (float)y - lens.middle_y;
  const float share = sqrtf(dx * dx + dy * dy) / lens.reach;
  return level * fmaxf(0.0f, 1.0f - share * share);
}
