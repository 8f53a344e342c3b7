[[clang::annotate("preamar::map")]]
unsigned char turns(unsigned char pixel) {
  int sum = 0, i = 0;
  switch (pixel & 1) {
    case 0:
      for (i = 0; i < 4; i++) {
        case 1:
          sum += i;
      }
  }
  return sum;
}
