#define LEAST(a, b) ((a) < (b) ? (a) : (b))

[[clang::annotate("preamar::stencil")]]
static unsigned short erosion(unsigned short near[3][3]) {
  unsigned short least = near[1][1];
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) least = LEAST(least, near[y][x]);
  return least;
}
