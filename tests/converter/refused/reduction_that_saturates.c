[[clang::annotate("preamar::reduce pixel=int8")]]
int bounded_sum(int a, int b) {
  int sum = a + b;
  return sum > 100 ? 100 : sum < -100 ? -100 : sum;
}
