[[clang::annotate("preamar::map")]]
unsigned char root(unsigned char pixel) {
  int i = 0;
  for (;;) {
    if (i * i >= pixel) break;
    i++;
  }
  return i;
}
