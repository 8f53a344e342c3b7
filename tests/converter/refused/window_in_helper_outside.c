static int below(unsigned char p[3][3], int row) {
  return p[row + 1][1];
}

[[clang::annotate("preamar::stencil")]]
unsigned char lower(unsigned char window[3][3]) {
  return below(window, 2);
}
