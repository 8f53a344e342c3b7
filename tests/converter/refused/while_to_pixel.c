[[clang::annotate("preamar::map")]]
int sum_below(int pixel) {
  int sum = 0, i = 0;
  while (i < pixel) {
    sum += i;
    i++;
  }
  return sum;
}
