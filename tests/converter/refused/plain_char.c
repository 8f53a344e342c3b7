[[clang::annotate("preamar::map")]]
unsigned char brighter(unsigned char pixel) {
  char more = pixel / 2;
  return pixel + more;
}
