[[clang::annotate("preamar::stencil")]]
unsigned char soften(unsigned char window[3][3]) {
  window[0][0] /= 2;
  window[1][1]++;
  return (window[0][0] + window[1][1]) / 2;
}
