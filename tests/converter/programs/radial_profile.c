#include <math.h>

typedef struct {
  int x, y;
} centre;
static const centre middle = {960, 540};

// The sum of levels in rings around a point.
[[clang::annotate("preamar::histogram bins=2048")]]
static void radial_profile(unsigned char level, int* sums, int bins, int x, int y, centre centre) {
  const double dx = x - centre.x, dy = y - centre.y;
  const int ring = (int)floor(sqrt(dx * dx + dy * dy));
  if (ring < bins) sums[ring] += level;
}
