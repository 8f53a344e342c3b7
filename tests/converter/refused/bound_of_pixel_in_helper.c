static int power(int base, int exponent) {
  int result = 1;
  for (int i = 0; i < exponent; i++) result *= base;
  return result;
}

[[clang::annotate("preamar::map")]]
unsigned int square_and_more(unsigned char pixel) {
  int half_of_it = pixel / 2;
  return power(pixel, 2) + power(2, half_of_it);
}
