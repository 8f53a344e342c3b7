[[clang::annotate("preamar::map")]]
unsigned char invert(unsigned char pixel) {
  _Atomic int result = 255 - pixel;
  return result;
}
