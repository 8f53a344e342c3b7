[[clang::annotate("preamar::stencil margin=1,1")]]
int middle(int window[3][3]) {
  return window[1][1];
}
