[[clang::annotate("preamar::map")]]
unsigned char difference(unsigned char pixel) {
  static unsigned char last;
  unsigned char result = pixel - last;
  last = pixel;
  return result;
}
