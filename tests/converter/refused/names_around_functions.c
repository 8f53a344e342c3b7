static int wrap_index(int value) {
  return value & 255;
}

static int __twice(int value) {
  return 2 * value;
}

[[clang::annotate("preamar::map")]]
unsigned char row(unsigned char pixel) {
  return wrap_index(__twice(pixel));
}
