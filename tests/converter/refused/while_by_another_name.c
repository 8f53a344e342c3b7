[[clang::annotate("preamar::map")]]
int never(int pixel) {
  unsigned int left = 255;
  unsigned int* same = &left;
  while (left) {
    left >>= 1;
    *same |= 8;
  }
  return pixel + (int)left;
}
