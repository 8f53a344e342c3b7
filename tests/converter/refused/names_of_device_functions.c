#define min(a, b) ((a) < (b) ? (a) : (b))

typedef int sign;
enum { mad = 2 };
static const int step = 20;

static int clamp(int value, int low, int high) {
  return value < low ? low : min(value, high);
}

[[clang::annotate("preamar::map")]]
unsigned char brighter(unsigned char pixel) {
  sign dot = pixel + step;
  return clamp(dot * mad, 0, 255);
}
