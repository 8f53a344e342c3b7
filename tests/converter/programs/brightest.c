#include <math.h>
#include <stdint.h>

typedef struct {
  float level;
  int64_t at;
} peak;

// A NaN is below all levels.
static peak here(float level, int64_t i) {
  peak one = {isnan(level) ? -INFINITY : level, i};
  return one;
}

// The maximum level and its position; of two the first.
[[clang::annotate("preamar::reduce lift=here")]]
static peak brightest(peak a, peak b) {
  if (a.level > b.level || (a.level == b.level && a.at < b.at)) return a;
  return b;
}
