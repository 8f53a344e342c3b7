[[clang::annotate("preamar::map")]]
int odd_ones(int pixel) {
  int sum = 0, i = 0;
  while (i < 10) {
    if (pixel > i) continue;
    sum += i;
    i++;
  }
  return sum;
}
