[[clang::annotate("preamar::stencil")]]
unsigned char shifted(unsigned char window[3][3], int x, int y) {
  if (x >= 0 && x < 3) return window[x][y];
  return window[1][window[1][1]];
}
