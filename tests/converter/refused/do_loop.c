[[clang::annotate("preamar::map")]]
int digits(int pixel) {
  int count = 0;
  do {
    pixel = pixel * 3 % 1000;
    count++;
  } while (pixel > 0);
  return count;
}
