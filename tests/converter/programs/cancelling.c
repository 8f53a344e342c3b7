#include <math.h>

// Terms that nearly cancel: a relative bound would be a false alarm.
[[clang::annotate("preamar::map")]]
static float nearly_zero(float v) { return logf(v + 1.0f) - log1pf(v); }

[[clang::annotate("preamar::map")]]
static unsigned char step(float v) { return expf(v * 0.01f) > 2.0f ? 255 : 0; }
