[[clang::annotate("preamar::map")]]
unsigned char invert(unsigned char pixel) {
  _Static_assert(sizeof(int) == 4, "int has 32 bits");
  return 255 - pixel;
}
