[[clang::annotate("preamar::map")]]
unsigned char invert(unsigned char pixel) {
  return 255 - pixels;
}
