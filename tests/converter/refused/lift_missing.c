[[clang::annotate("preamar::reduce lift=square")]]
int sum(int a, int b) {
  return a + b;
}
