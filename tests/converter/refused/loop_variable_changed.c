[[clang::annotate("preamar::map")]]
unsigned char turns(unsigned char pixel) {
  int sum = 0;
  for (int i = 0; i < 9; i++) {
    if (pixel > 100) i--;
    sum += i;
  }
  return sum;
}
