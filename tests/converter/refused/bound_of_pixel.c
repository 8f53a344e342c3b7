[[clang::annotate("preamar::map")]]
unsigned char sum_up_to(unsigned char pixel) {
  int sum = 0;
  for (int i = 0; i < pixel; i++) sum += i;
  return sum;
}
