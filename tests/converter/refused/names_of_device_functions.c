#define min(a, b) ((a) < (b) ? (a) : (b))

static int clamp(int value, int low, int high) {
  return value < low ? low : min(value, high);
}

[[clang::annotate("preamar::map")]]
unsigned char brighter(unsigned char pixel) {
  return clamp(pixel + 20, 0, 255);
}
