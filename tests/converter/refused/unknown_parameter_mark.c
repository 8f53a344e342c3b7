[[clang::annotate("preamar::map")]]
int difference(int a, [[clang::annotate("preamar::image")]] int b) {
  return a - b;
}
