[[clang::annotate("preamar::map")]]
unsigned char bits(unsigned char pixel) {
  int count = 0;
  while (pixel) {
    count += pixel & 1;
    pixel >>= 1;
  }
  return count;
}
