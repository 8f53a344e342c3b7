// Windows of volumes, and positions there.
[[clang::annotate("preamar::stencil border=reflect")]]
static unsigned char smooth(unsigned char p[3][3][3]) {
  int sum = 13;
  for (int z = 0; z < 3; z++)
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 3; x++) sum += p[z][y][x];
  return sum / 27;
}

[[clang::annotate("preamar::stencil border=constant beyond=2")]]
static float drop(float p[5][1][3], int x, int z, float weight) {
  return (p[4][0][1] - p[0][0][1]) * weight + p[2][0][0] - p[2][0][2] + (float)(x - z);
}

[[clang::annotate("preamar::map")]]
static int shade(short level, int z, int y) { return level + 3 * z - y; }

static int depth_of(unsigned char level, int z) { return level > 200 ? z : -1; }
[[clang::annotate("preamar::reduce lift=depth_of")]]
static int deepest(int a, int b) { return a > b ? a : b; }
