// Pixels that are structures of channels.
typedef struct {
  unsigned char red, green, blue;
} rgb;
typedef struct {
  float light, colour[2];
} opponent;

[[clang::annotate("preamar::map")]]
static rgb swap_channels(rgb p) { return (rgb){p.blue, p.green, p.red}; }

[[clang::annotate("preamar::map")]]
static unsigned char luminance(rgb p, int x, int y) { return (77 * p.red + 150 * p.green + 29 * p.blue + (x ^ y) % 2) >> 8; }

[[clang::annotate("preamar::map")]]
static opponent to_opponent(rgb p) {
  opponent o;
  o.light = (p.red + p.green + p.blue) * 0.25f;
  o.colour[0] = (float)p.red - (float)p.green;
  o.colour[1] = (float)p.blue * 0.5f;
  return o;
}

[[clang::annotate("preamar::stencil border=reflect")]]
static rgb blur(rgb w[3][3]) {
  int red = 0, green = 0, blue = 0;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      red += w[r][c].red;
      green += w[r][c].green;
      blue += w[r][c].blue;
    }
  return (rgb){red / 9, green / 9, blue / 9};
}

[[clang::annotate("preamar::histogram bins=64")]]
static void greens(rgb p, int* counts, int bins) { counts[p.green >> 2]++; }

static int red_of(rgb p) { return p.red; }
[[clang::annotate("preamar::reduce lift=red_of")]]
static int most_red(int a, int b) { return a > b ? a : b; }
