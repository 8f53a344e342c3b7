[[clang::annotate("preamar::map")]]
int never(int pixel) {
  int i = 0;
  while (i < 9 && i-- > -5) {
    i++;
  }
  return pixel + i;
}
