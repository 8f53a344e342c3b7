[[clang::annotate("preamar::stencil")]]
unsigned char corner(unsigned char window[2][2]) {
  return window[0][0];
}
