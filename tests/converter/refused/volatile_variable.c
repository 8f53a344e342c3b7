[[clang::annotate("preamar::map")]]
unsigned char invert(unsigned char pixel) {
  volatile int result = 255 - pixel;
  return result;
}
