[[clang::annotate("preamar::map")]]
unsigned char inverted(const unsigned char* pixel) {
  return 255 - *pixel;
}
