[[clang::annotate("preamar::map")]]
unsigned char more(unsigned char pixel) {
  int sum = pixel;
  atomicAdd(&sum, 1);
  return sum;
}
