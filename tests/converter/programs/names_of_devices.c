// Functions with names that OpenCL C, CUDA or C++ have as well, and names that theirs could become.
static int clamp(int value, int low, int high);

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
static int my_clamp(int value) { return clamp(value, 0, 255); }
static int clamp(int value, int low, int high) { return max(low, min(value, high)); }
static unsigned int xor(unsigned int a, unsigned int b) { return a ^ b; }
static const int half_width = 2;
static int half(int value) { return value / 2; }
static int wrap(int value) { return value & 255; }
static int width(int low, int high) { return high - low; }

[[clang::annotate("preamar::map")]]
unsigned char mix(unsigned char a, [[clang::annotate("preamar::pixel")]] unsigned char b) {
  int my_min = min(a, b), max = my_min + half(a + b);
  return (unsigned char)xor((unsigned int)my_clamp(max), 3U);
}

[[clang::annotate("preamar::stencil border=wrap")]]
unsigned char range(unsigned char p[3][3]) {
  int clamp(int value, int low, int high);
  int low = 255, high = 0;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      low = min(low, p[r][c]);
      high = max(high, p[r][c]);
    }
  return (unsigned char)clamp(wrap(width(low, high)), 10, 200);
}

int step(unsigned char pixel) { return clamp(pixel, 16, 235); }

[[clang::annotate("preamar::reduce lift=step pixel=uint8")]]
int sign(int a, int b) { return max(a, b); }

[[clang::annotate("preamar::histogram bins=128")]]
void rotate(unsigned char level, int* out, int bins) { out[half(level)] += min(level, half_width); }
