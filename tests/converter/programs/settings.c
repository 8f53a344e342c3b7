#include <stdbool.h>

// Structures within structures, by a pointer, with bool and arrays.
typedef struct {
  float low, high;
} band;
typedef struct {
  band bands[2];
  bool is_inverted;
  int weights[2][2];
} config;

[[clang::annotate("preamar::map")]]
static float within(float v, const config* c) {
  float sum = 0.0f;
  for (int i = 0; i < 2; i++)
    if (v > c->bands[i].low && v < c->bands[i].high * 20.0f) sum += (float)c->weights[i][1 - i];
  return c->is_inverted ? v - sum : sum;
}

[[clang::annotate("preamar::stencil border=constant")]]
static int gain(short p[1][3], config c, bool is_double) {
  return (p[0][2] - p[0][0]) * c.weights[0][1] * (is_double ? 2 : 1) + (c.is_inverted ? 1 : 0);
}
