[[clang::annotate("preamar::map")]]
int scaled(int pixel) {
  return pixel * sizeof('a') + sizeof(pixel > 0);
}
