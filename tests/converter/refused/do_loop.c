[[clang::annotate("preamar::map")]]
unsigned char digits(unsigned short pixel) {
  int count = 0;
  do {
    pixel /= 10;
    count++;
  } while (pixel > 0);
  return count;
}
