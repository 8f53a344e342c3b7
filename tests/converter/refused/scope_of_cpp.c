static int twice(int value) { return 2 * value; }

[[clang::annotate("preamar::map")]]
unsigned char doubled(unsigned char pixel) {
  return ::twice(pixel);
}
