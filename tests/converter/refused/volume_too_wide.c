[[clang::annotate("preamar::stencil")]]
float wide(float window[3][3][11]) {
  return window[1][1][5];
}
