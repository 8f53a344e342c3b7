static int level = 127;

[[clang::annotate("preamar::map")]]
unsigned char threshold(unsigned char pixel) {
  return pixel > level ? 255 : 0;
}
