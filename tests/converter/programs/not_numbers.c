#include <math.h>

// What is no number is left out.
static float value_of(float v, float fill) { return isnan(v) || isinf(v) ? fill : v; }

[[clang::annotate("preamar::map")]]
static float root(float v, float offset) {
  const float root = v > offset * 8.0f ? sqrtf(v - offset * 8.0f) : (v > 5.0f ? NAN : -INFINITY);
  return isfinite(root) ? root : value_of(root, signbit(root) ? -1.0f : 1.0f);
}

[[clang::annotate("preamar::stencil")]]
static float least(float p[3][3]) {
  float best = INFINITY;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      if (!isnan(p[r][c]) && p[r][c] < best) best = p[r][c];
  return best;
}
