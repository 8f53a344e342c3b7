[[clang::annotate("preamar::map")]]
unsigned char turns(unsigned char pixel) {
  int sum = 0;
  for (unsigned int i = 8; i >= 0; i--) sum += pixel >> i;
  return sum;
}
