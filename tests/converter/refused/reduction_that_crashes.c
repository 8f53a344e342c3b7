[[clang::annotate("preamar::reduce pixel=uint8")]]
int common_divisor(int a, int b) {
  for (int i = 0; i < 32; i++) {
    int rest = a % b;
    if (rest == 0) break;
    a = b;
    b = rest;
  }
  return b;
}
