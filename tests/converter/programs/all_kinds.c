// A function of each kind, and much of what C has around them.
#include "all_kinds.h"
#include <math.h>
#include <limits.h>
static const int A = 3, B[2] = {1, 2};
typedef enum { LOW, HIGH = 5 } level_t;
typedef struct tag_s { int n; float w[WIDE]; } settings_t;
static int later(int v);
#define AT(i, j) win[i][j]

[[clang::annotate("preamar::stencil border=wrap")]]
static int16_t weighed(const uint8_t win[3][5], int x, int y, settings_t s) {
  static const int table[3] = {5, 6, 7};
  int sum = 0;
  for (int i = 0; i < WIDE; ++i) sum += AT(i, 4) * table[i] + (int)(s.w[i] * (float)AT(i, 0));
  struct pair p = {sum, later(A)};
  level_t l = p.b > 3 ? HIGH : LOW;
  return (int16_t)clip(p.a + p.b + B[1] + (int)l + x % 7 - y % 3, SHRT_MIN, INT_MAX);
}
static int later(int v) { return v * 2 + (int)floor(2.7); }

[[clang::annotate("preamar::map")]]
static double rooted(float a, [[clang::annotate("preamar::pixel")]] int b, int64_t i) { return fabs((double)a) + sqrt(b < 0 ? -b : b) + (double)(i % 1000); }

static struct pair lifted(uint8_t v, int x, int y) { return (struct pair){v + x, v - y}; }
[[clang::annotate("preamar::reduce lift=lifted")]]
static struct pair widest(struct pair p, struct pair q) { return (struct pair){p.a > q.a ? p.a : q.a, p.b < q.b ? p.b : q.b}; }

[[clang::annotate("preamar::histogram bins=100")]]
static void tallied(uint8_t v, unsigned* out, int bins, int x, int y) { if (v & 1) --out[clip(v, 0, bins - 1)]; else out[(x + y) % bins] += 2u; }
int main(void) { return 0; }
