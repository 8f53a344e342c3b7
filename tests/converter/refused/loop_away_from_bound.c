[[clang::annotate("preamar::map")]]
unsigned char turns(unsigned char pixel) {
  int sum = 0;
  for (int i = 9; i < 10; i--) sum += pixel;
  for (int i = 0; i < 10; i += 0) sum += pixel;
  return sum;
}
