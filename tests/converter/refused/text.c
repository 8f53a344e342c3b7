[[clang::annotate("preamar::map")]]
unsigned char letter(unsigned char pixel) {
  return "0123456789"[pixel % 10];
}
