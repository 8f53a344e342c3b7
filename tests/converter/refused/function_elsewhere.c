int curve(int value);

[[clang::annotate("preamar::map")]]
unsigned char curved(unsigned char pixel) {
  return curve(pixel);
}
