[[clang::annotate("preamar::map")]]
int all_bits(int pixel) {
  unsigned int i = 31;
  while (i >= 0) {
    pixel ^= i;
    i--;
  }
  return pixel;
}
