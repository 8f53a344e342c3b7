#define LIMITED(value) clamp(value, 0, 255)
#define SHORTER rotate

static int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

static int SHORTER(int value) {
  return value / 2;
}

[[clang::annotate("preamar::map")]]
unsigned char brighter(unsigned char pixel) {
  return LIMITED(pixel + 20) + rotate(pixel);
}
