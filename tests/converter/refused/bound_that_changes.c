[[clang::annotate("preamar::map")]]
unsigned char turns(unsigned char pixel) {
  int end = 3, sum = 0;
  for (int i = 0; i < end; i++) {
    sum += i;
    if (pixel > sum) end++;
  }
  return sum;
}
