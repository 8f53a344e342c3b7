[[clang::annotate("preamar::reduce")]]
float average(float a, float b) {
  return (a + b) / 2;
}
