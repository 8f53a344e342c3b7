[[clang::annotate("preamar::stencil")]]
unsigned char shifted(unsigned char window[3][3], int x, int y) {
  if (x >= 0 && x < y) {
    y = 1;
    if (y < 3) return window[x][1];
  }
  if (x >= 0 && x < 3 && x++ < 5) return window[1][x];
  return 0;
}
