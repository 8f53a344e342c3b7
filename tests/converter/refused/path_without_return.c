[[clang::annotate("preamar::map")]]
unsigned char limited(int pixel) {
  if (pixel < 255) return pixel;
}
