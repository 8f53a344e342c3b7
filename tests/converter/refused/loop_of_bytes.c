[[clang::annotate("preamar::map")]]
unsigned char turns(unsigned char pixel) {
  int sum = 0;
  for (unsigned char i = 0; i < 256; i++) sum += pixel > i;
  return sum;
}
