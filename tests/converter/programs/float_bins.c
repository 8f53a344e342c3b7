#include <math.h>

// Sums of weights: gradient orientations, each with its strength.
[[clang::annotate("preamar::histogram bins=36")]]
static void orientations(float dx, [[clang::annotate("preamar::pixel")]] float dy, float* sums, int bins) {
  const float size = sqrtf(dx * dx + dy * dy);
  const int bin = (int)(dx / (dy + 1.0f));
  if (bin < bins) sums[bin] += size;
}
