[[clang::annotate("preamar::stencil")]]
unsigned char left(unsigned char window[3][3]) {
  return 1[window][0];
}
