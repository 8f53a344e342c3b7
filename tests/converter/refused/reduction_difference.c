[[clang::annotate("preamar::reduce pixel=uint8")]]
int difference(int a, int b) {
  return a - b;
}
