[[clang::annotate("preamar::stencil")]]
unsigned char far(unsigned char window[3][3]) {
  return (window[1][3] + window[-1][1]) / 2;
}
