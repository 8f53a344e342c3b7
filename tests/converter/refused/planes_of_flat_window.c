[[clang::annotate("preamar::stencil")]]
float deeper(float window[3][3], int z) {
  return window[1][1] + (float)z;
}
