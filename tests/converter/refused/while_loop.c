[[clang::annotate("preamar::map")]]
int turns(int pixel) {
  int count = 0;
  while (pixel != 1) {
    pixel = pixel % 2 ? 3 * pixel + 1 : pixel / 2;
    count++;
  }
  return count;
}
