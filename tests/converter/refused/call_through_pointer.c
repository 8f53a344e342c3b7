static int twice(int value) { return 2 * value; }
static int (*const function)(int) = twice;

[[clang::annotate("preamar::map")]]
unsigned char doubled(unsigned char pixel) {
  return function(pixel);
}
