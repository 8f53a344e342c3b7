static int sum_of(const int* values, int* lengths) {
  int sum = 0;
  for (int i = 0; i < lengths[1]; i++) sum += values[i];
  return sum;
}

[[clang::annotate("preamar::map")]]
unsigned char sums(unsigned char pixel) {
  int values[3] = {pixel, 1, 2}, lengths[2] = {3, 2};
  int sum = sum_of(values, lengths);
  for (int i = lengths[0]; i > 0; i--) sum += i;
  return sum;
}
